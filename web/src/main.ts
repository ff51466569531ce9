import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import './cards/tinctures.css'
import { prefs } from './prefs.svelte'
import { load } from './words/words.svelte'

document.documentElement.dataset['theme'] = prefs.theme
await load(prefs.language)
mount(App, { target: document.body.querySelector('#app') as Element })

// Only once the page has come, which may be the case already: the texts were awaited.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  const register = (): void => void navigator.serviceWorker.register('/sw.js')
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
