import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { fonts } from './build/fonts.ts'
import { offline } from './build/offline.ts'
import { symbols } from './build/symbols.ts'

const HOUSE = 'http://127.0.0.1:8000' // for `npm run dev`, beside a running `herzdame serve`

export default defineConfig({
  plugins: [
    svelte(),
    symbols(),
    fonts(),
    offline(),
  ],
  build: {
    outDir: '../herzdame/server/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: HOUSE, ws: true } } },
})
