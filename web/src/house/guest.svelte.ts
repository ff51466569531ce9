// Who we are in this house.
import type { Me } from '../protocol'
import { get } from './api.svelte'

class Guest {
  name: string | null = $state(null)
  private known: Promise<void> | undefined

  /** Asks the house once; it hands out the cookie by which it knows us. */
  arrive(): Promise<void> {
    this.known ??= get<Me>('/api/me').then(
      (me) => void (this.name = me.name),
      (error: unknown) => {
        this.known = undefined
        throw error
      },
    )
    return this.known
  }
}

export const guest = new Guest()
