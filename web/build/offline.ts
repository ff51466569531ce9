// What makes the pages an app that can be installed and opens without a network: a manifest and a service worker.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const WORKER = fileURLToPath(new URL('worker.js', import.meta.url))
const PUBLIC = fileURLToPath(new URL('../public/', import.meta.url))
const GROUND = '#13261d'

const MANIFEST = {
  name: 'Herzdame',
  short_name: 'Herzdame',
  start_url: '/tables',
  display: 'standalone',
  background_color: GROUND,
  theme_color: GROUND,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
}

export function offline(): Plugin {
  return {
    name: 'herzdame-offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(MANIFEST) })
        const built = Object.values(bundle)
        const files = [...built.map((part) => part.fileName), ...readdirSync(PUBLIC)].map((name) => `/${name}`).sort()
        const contents = createHash('sha256').update(files.join()) // the names of most files change with what they hold
        for (const part of built) if (part.type === 'asset') contents.update(part.source)
        const source = [
          `const FILES = ${JSON.stringify(files)}`,
          `const VERSION = '${contents.digest('hex').slice(0, 12)}'`,
          readFileSync(WORKER, 'utf8'),
        ].join('\n')
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}
