// Every text file of the build once more, packed as browsers like to receive it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const FOLDER = fileURLToPath(new URL('../../herzdame/server/client/', import.meta.url))
const TEXT = /\.(html|js|css|svg|json|webmanifest)$/

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!TEXT.test(name)) continue
  const file = join(FOLDER, name)
  const content = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(content))
}
