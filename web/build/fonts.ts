// The fonts, cut down to the letters that our four languages and people's names need.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import subset from 'subset-font'
import type { Plugin } from 'vite'

const FOLDER = fileURLToPath(new URL('../.fonts/', import.meta.url))
const FILES: Record<string, string> = {
  'garamond-600': '@fontsource/eb-garamond/files/eb-garamond-latin-600-normal.woff2',
  'sans-400': '@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2',
  'sans-700': '@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2',
}
const FEATURES = ['kern', 'liga', 'lnum', 'tnum', 'ccmp', 'locl', 'mark'] // what the style sheets ask for, and what letters need
const LETTERS = range(0x20, 0x7e) + range(0xc0, 0xff) + '\u00a0«»·ŒœŸ‘’‚“”„–—…→↑↓✓\u202f'

/** Writes them into `.fonts`, where the style sheet finds them. */
export function fonts(): Plugin {
  const require = createRequire(import.meta.url)
  return {
    name: 'herzdame-fonts',
    async config() {
      mkdirSync(FOLDER, { recursive: true })
      for (const [name, file] of Object.entries(FILES)) {
        const target = `${FOLDER}${name}.woff2`
        if (existsSync(target)) continue
        const wanted = { targetFormat: 'woff2', keepFeatures: FEATURES } as const
        writeFileSync(target, await subset(readFileSync(require.resolve(file)), LETTERS, wanted))
      }
    },
    /** Asked for with the page itself, so that no text changes its face, and its place, later on. */
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
          })),
    },
  }
}

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
}
