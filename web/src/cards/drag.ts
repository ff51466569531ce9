// Dragging a card to where it should go: elements with `data-drop`, which holds what dropping there picks, as JSON.
import type { Attachment } from 'svelte/attachments'
import type { Values } from '../words/texts'

const FAR = 10 // pixels before a press becomes a drag

export function draggable(can: () => boolean, drop: (picks: Values) => void): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number } | undefined
    let dragging = false

    const down = (event: PointerEvent): void => {
      if (!can() || event.button) return
      start = { x: event.clientX, y: event.clientY }
    }
    const move = (event: PointerEvent): void => {
      if (!start) return
      const [x, y] = [event.clientX - start.x, event.clientY - start.y]
      if (!dragging && Math.hypot(x, y) < FAR) return
      if (!dragging) {
        dragging = true
        element.setPointerCapture(event.pointerId)
        element.classList.add('dragged')
      }
      element.style.transform = `translate(${x}px, ${y}px)`
      element.style.zIndex = '35'
    }
    const up = (event: PointerEvent): void => {
      const dropped = dragging
      end()
      if (!dropped) return
      element.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true })
      const picks = picksAt(element, event.clientX, event.clientY)
      if (picks) drop(picks)
    }
    const end = (): void => {
      start = undefined
      dragging = false
      element.classList.remove('dragged')
      element.style.transform = ''
      element.style.zIndex = ''
    }
    const still = (event: Event): void => event.preventDefault()

    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', end)
    element.addEventListener('dragstart', still)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', end)
      element.removeEventListener('dragstart', still)
    }
  }
}

function picksAt(element: HTMLElement, x: number, y: number): Values | undefined {
  element.style.pointerEvents = 'none'
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
  element.style.pointerEvents = ''
  return target ? (JSON.parse(target.dataset['drop'] ?? '{}') as Values) : undefined
}
