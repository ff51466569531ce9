// One table over its socket: what is known of it, and what we ask of it.
//
// The line comes back by itself after a cut and misses nothing; a command is sent until it is answered, and
// carried out once however often it is sent.
import { get, Refusal } from '../house/api.svelte'
import { guest } from '../house/guest.svelte'
import type { AnyCommand, AnyMessage, Happened, Hello, News, Now } from '../protocol'
import { note } from './fair'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type Wish = WithoutId<AnyCommand>

/** A table as its page and its board need it: the one that is played at, or a moment of its past. */
export interface AtTable {
  readonly id: string
  readonly line: 'coming' | 'open' | 'away'
  readonly commitment?: string | undefined
  readonly now: Now | null
  readonly news: News[]
  readonly here: boolean[]
  readonly spectators: number
  send(wish: Wish): Promise<number>
}

interface Waiting {
  command: AnyCommand
  done: (number: number) => void
  failed: (refusal: Refusal) => void
}

const FIRST_PAUSE = 300 // milliseconds before the first try to come back
const LONGEST_PAUSE = 8000
const PATIENCE = 8000 // for an answer, before the line counts as dead
const CHUNK = 300 // news that the house sends at once

export class Table implements AtTable {
  line: 'coming' | 'open' | 'away' = $state('coming')
  refusal: Refusal | null = $state.raw(null)
  hello: Hello | null = $state.raw(null)
  now: Now | null = $state.raw(null)
  news: News[] = $state.raw([])
  here: boolean[] = $state.raw([])
  spectators = $state(0)
  pending = $state(0)

  /** Awaited before news are taken in, and after: here the page lets cards fly and rounds end slowly. */
  before: (happened: Happened) => Promise<void> = async () => {}
  after: (happened: Happened) => Promise<void> = async () => {}

  private socket: WebSocket | undefined
  private readonly waiting = new Map<string, Waiting>()
  private readonly queue: Happened[] = []
  private showing = false
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private left = false

  constructor(readonly id: string) {}

  /** The fingerprint of the table's chance, as it was shown when we came. */
  get commitment(): string | undefined {
    return this.hello?.commitment
  }

  /** The number of the last news we have, shown or about to be. */
  private get last(): number {
    return this.queue.at(-1)?.now.number ?? this.now?.number ?? 0
  }

  /** Opens the line; returns how to leave. */
  open(): () => void {
    const hurry = (): void => {
      if (this.line === 'away') this.connect()
    }
    addEventListener('online', hurry)
    document.addEventListener('visibilitychange', hurry)
    this.connect()
    return () => {
      this.left = true
      clearTimeout(this.timer)
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      this.socket?.close()
    }
  }

  /** The number of the news it became; a Refusal with the reason if it was not to be. */
  send(wish: Wish): Promise<number> {
    const command = { ...wish, id: crypto.randomUUID?.() ?? randomId() } as AnyCommand
    this.pending += 1
    const answered = new Promise<number>((done, failed) => {
      this.waiting.set(command.id, { command, done, failed })
    }).finally(() => {
      this.waiting.delete(command.id)
      this.pending -= 1
    })
    this.transmit(command)
    return answered
  }

  // --- The line ---------------------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.timer)
    void guest
      .arrive()
      .then(() => {
        if (this.left) return
        const since = this.last ? `?since=${this.last}` : ''
        const base = location.origin.replace(/^http/, 'ws')
        const socket = new WebSocket(`${base}/api/tables/${this.id}/socket${since}`)
        this.socket?.close()
        this.socket = socket
        socket.onmessage = (event) => {
          if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as AnyMessage)
        }
        socket.onclose = (event) => void this.lost(event)
      })
      .catch(() => {
        this.line = 'away'
        this.tryAgain()
      })
  }

  private async lost(event: CloseEvent): Promise<void> {
    if (this.left || event.target !== this.socket) return
    const neverOpen = !this.hello
    this.line = neverOpen ? this.line : 'away'
    if (neverOpen || event.code === 1008) {
      const refusal = await get(`/api/tables/${this.id}`).then(
        () => null,
        (error: Refusal) => error,
      )
      if (refusal && refusal.code !== 'offline' && refusal.code !== 'too_much') {
        this.refusal = refusal
        return
      }
      this.line = 'away'
    }
    this.tryAgain()
  }

  private tryAgain(): void {
    if (this.left) return
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries) * (0.7 + 0.6 * Math.random())
    this.tries += 1
    this.timer = setTimeout(() => this.connect(), pause)
  }

  private transmit(command: AnyCommand): void {
    const socket = this.socket
    if (socket?.readyState !== WebSocket.OPEN || this.line !== 'open') return
    socket.send(JSON.stringify(command))
    setTimeout(() => {
      if (this.waiting.has(command.id) && this.socket === socket) socket.close()
    }, PATIENCE)
  }

  // --- What comes -------------------------------------------------------------------------------

  private receive(message: AnyMessage): void {
    switch (message.is) {
      case 'hello':
        return this.welcome(message)
      case 'happened':
        this.queue.push(message)
        return void this.show()
      case 'accepted':
        return this.waiting.get(message.id)?.done(message.number)
      case 'rejected':
        return this.waiting.get(message.id ?? '')?.failed(new Refusal(message.code, message.reason))
      case 'here':
        this.here = message.seats
        this.spectators = message.spectators
    }
  }

  private welcome(hello: Hello): void {
    this.line = 'open'
    this.tries = 0
    this.hello = hello
    note(this.id, hello.commitment, hello.now.phase === 'gathering')
    this.here = hello.now.seats.map((seat) => seat.here ?? false)
    if (this.now) {
      this.queue.push({ is: 'happened', news: hello.news, now: hello.now })
      void this.show()
    } else {
      this.news = hello.news
      this.now = hello.now
    }
    const first = hello.news[0]?.number ?? hello.now.number + 1
    void this.fetchEarlier(first)
    for (const { command } of this.waiting.values()) this.transmit(command)
  }

  /** After long absence, and for newcomers, the house sends only the latest news; the others are asked for. */
  private async fetchEarlier(first: number): Promise<void> {
    let known = this.news.findLast((news) => news.number < first)?.number ?? 0
    while (known + 1 < first) {
      const upto = Math.min(known + CHUNK, first - 1)
      const found = await get<News[]>(`/api/tables/${this.id}/log?after=${known}&upto=${upto}`).catch(() => [])
      if (!found.length) return
      this.news = merged(this.news, found)
      known = upto
    }
  }

  /** News one after another, each as slowly as the page wants it; without a stop where many wait. */
  private async show(): Promise<void> {
    if (this.showing) return
    this.showing = true
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      await this.before(next)
      this.queue.shift()
      this.news = merged(this.news, next.news)
      this.now = next.now
      this.here = next.now.seats.map((seat) => seat.here ?? false)
      if (this.queue.length < 3) await this.after(next)
    }
    this.showing = false
  }
}

function merged(news: News[], more: News[]): News[] {
  const known = new Set(news.map((one) => one.number))
  const fresh = more.filter((one) => !known.has(one.number))
  return fresh.length ? [...news, ...fresh].sort((one, other) => one.number - other.number) : news
}

/** Where the page came over plain http, browsers offer no randomUUID. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
