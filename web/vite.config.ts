import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { fonts } from './build/fonts.ts'
import { symbols } from './build/symbols.ts'

const HOUSE = 'http://127.0.0.1:8000' // for `npm run dev`, beside a running `herzdame serve`

export default defineConfig({
  plugins: [
    svelte(),
    symbols(),
    fonts(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: null,
      manifest: {
        name: 'Herzdame',
        short_name: 'Herzdame',
        description: 'Five court-and-hearts card games',
        start_url: '/tables',
        display: 'standalone',
        background_color: '#13261d',
        theme_color: '#13261d',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,woff2,svg}'],
        navigateFallbackDenylist: [/^\/api\//, /^\/healthz/],
        runtimeCaching: [
          {
            urlPattern: ({ url }) => /^\/api\/(games|me)(\/|$)/.test(url.pathname),
            handler: 'NetworkFirst',
            options: { cacheName: 'house', networkTimeoutSeconds: 4 },
          },
        ],
      },
    }),
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
