// `import Crown from 'symbol:crown'` is the drawing of that name from game-icons, and no other comes along.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

interface Collection {
  icons: Record<string, { body: string }>
}

const PREFIX = 'symbol:'

export function symbols(): Plugin {
  let collection: Collection | undefined
  return {
    name: 'herzdame-symbols',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return
      const name = id.slice(PREFIX.length + 1)
      collection ??= JSON.parse(readFileSync(file(), 'utf8')) as Collection
      const icon = collection.icons[name]
      if (!icon) this.error(`There is no symbol '${name}' in game-icons.`)
      return `export default ${JSON.stringify(icon.body)}`
    },
  }
}

function file(): string {
  return createRequire(import.meta.url).resolve('@iconify-json/game-icons/icons.json')
}
