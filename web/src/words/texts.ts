// A game's texts: templates such as "{seat:who} draws {card:card}.", filled with the values of an event or a choice.

export type Values = Record<string, unknown>

/** A piece of a sentence; `kind` says of what it speaks, so that a card can be looked at and a name be coloured. */
export interface Part {
  text: string
  kind?: string
  value?: unknown
}

const PLACE = /\{(\w+)(?::(\w+))?\}/g

export class Texts {
  static readonly NONE = new Texts({})

  constructor(private readonly entries: Record<string, string>) {}

  has(key: string): boolean {
    return key in this.entries
  }

  /** The text under this key; the key itself where there is none, and nothing as long as no text is here at all. */
  get(key: string): string {
    return this.entries[key] ?? (this === Texts.NONE ? '' : key)
  }

  say(key: string, values: Values = {}, names: readonly string[] = []): string {
    return this.parts(key, values, names)
      .map((part) => part.text)
      .join('')
  }

  /** The same piece by piece. */
  parts(key: string, values: Values = {}, names: readonly string[] = []): Part[] {
    const template = this.get(key)
    const parts: Part[] = []
    let end = 0
    for (const place of template.matchAll(PLACE)) {
      if (place.index > end) parts.push({ text: template.slice(end, place.index) })
      parts.push(...this.filled(values[place[1] ?? ''], place[2], names))
      end = place.index + place[0].length
    }
    if (end < template.length) parts.push({ text: template.slice(end) })
    return parts
  }

  private filled(value: unknown, kind: string | undefined, names: readonly string[]): Part[] {
    const items: unknown[] = Array.isArray(value) ? value : [value]
    return items.flatMap((item, at) => [
      ...(at ? [{ text: this.get('list.join') }] : []),
      kind ? { text: this.shown(item, kind, names), kind, value: item } : { text: String(item) },
    ])
  }

  /** One value: a seat by its player's name, everything else by the game's name for it. */
  private shown(item: unknown, kind: string, names: readonly string[]): string {
    if (kind === 'who') return names[Number(item)] ?? String(item)
    return this.entries[`${kind}.${String(item)}.name`] ?? this.entries[`${kind}.${String(item)}`] ?? String(item)
  }
}
