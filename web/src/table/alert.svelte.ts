// While nobody looks at the page, title and icon say that it is one's turn; never else.
import { prefs } from '../prefs.svelte'

const ICON = '/icon.svg'
const ICON_TURN = '/icon-turn.svg'

/** From now on: whenever `turn` says so. */
export function alertOn(turn: () => boolean, title: () => string): void {
  let focused = $state(document.hasFocus())
  let before = false

  $effect(() => {
    const look = (): void => void (focused = document.hasFocus())
    addEventListener('focus', look)
    addEventListener('blur', look)
    return () => {
      removeEventListener('focus', look)
      removeEventListener('blur', look)
      show(ICON)
    }
  })

  $effect(() => {
    const calls = turn() && !focused
    show(calls ? ICON_TURN : ICON)
    if (!calls) return
    const usual = document.title
    document.title = title()
    return () => void (document.title = usual)
  })

  $effect(() => {
    const now = turn()
    if (now && !before && prefs.sounds) tone()
    before = now
  })
}

function show(icon: string): void {
  document.querySelector<HTMLLinkElement>('#icon')?.setAttribute('href', icon)
}

let audio: AudioContext | undefined

/** Two soft notes, a fifth apart. */
function tone(): void {
  audio ??= new AudioContext()
  for (const [at, pitch] of [
    [0, 523.25],
    [0.14, 783.99],
  ] as const) {
    const note = audio.createOscillator()
    const volume = audio.createGain()
    const start = audio.currentTime + at
    note.frequency.value = pitch
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(0.12, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.7)
    note.connect(volume).connect(audio.destination)
    note.start(start)
    note.stop(start + 0.75)
  }
}
