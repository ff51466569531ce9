// Requests to the house we were served by, and to no other.
import type { Problem } from '../protocol'

/** What the house refused, with its reason. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    reason: string,
  ) {
    super(reason)
  }
}

export const get = <T>(address: string): Promise<T> => ask<T>('GET', address)
export const post = <T>(address: string, body?: unknown): Promise<T> => ask<T>('POST', address, body)
/** Takes a file to the house as it is. */
export const bring = <T>(address: string, file: Blob): Promise<T> => ask<T>('POST', address, file)
export const put = <T>(address: string, body?: unknown): Promise<T> => ask<T>('PUT', address, body)

/** Since when we only have what the browser kept, by the worker's word; null while the house answers. */
export const kept: { since: Date | null } = $state({ since: null })

async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  const answer = await fetch(address, {
    method,
    ...(body === undefined ? {} : packed(body)),
  }).catch(() => {
    throw new Refusal('offline', 'no connection')
  })
  const since = answer.headers.get('x-herzdame-kept')
  kept.since = since ? new Date(since) : null
  const found: unknown = await answer.json().catch(() => null)
  if (answer.ok) return found as T
  const problem = found as Problem | null
  throw new Refusal(problem?.code ?? 'broken', problem?.reason ?? answer.statusText)
}

function packed(body: unknown): RequestInit {
  if (body instanceof Blob) return { body, headers: { 'content-type': 'application/jsonl' } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
