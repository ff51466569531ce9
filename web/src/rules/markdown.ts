// A rulebook's Markdown, as far as rulebooks use it: headings, paragraphs, lists, bold, italics, tables.

export type Inline = { text: string; bold?: true; italic?: true; clause?: string }

export type Block =
  | { kind: 'heading'; level: number; text: string; clause?: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: { tag?: string; text: Inline[] }[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const CLAUSE = /\b[A-Z]{2,3}\.\d+\b/
const PIECES = /(\*\*[^*]+\*\*|\*[^*]+\*|\b[A-Z]{2,3}\.\d+\b)/

export function blocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}|\n(?=#)/)
    .map((text) => text.trim())
    .filter(Boolean)
    .flatMap(block)
}

function block(text: string): Block[] {
  const heading = /^(#+) (?:([A-Z]{2,3}\.\d+) )?(.*)\n?/.exec(text)
  if (heading) {
    const [all, marks = '', clause, title = ''] = heading
    const rest = text.slice(all.length).trim()
    const head: Block = { kind: 'heading', level: marks.length, text: title, ...(clause ? { clause } : {}) }
    return rest ? [head, ...block(rest)] : [head]
  }
  const lines = text.split('\n')
  if (lines[0]?.startsWith('|')) return [table(lines)]
  const first = lines.findIndex((line) => MARK.test(line))
  if (first < 0) return [{ kind: 'paragraph', text: inline(lines.join(' ')) }]
  const before: Block[] = first ? [{ kind: 'paragraph', text: inline(lines.slice(0, first).join(' ')) }] : []
  return [...before, list(lines.slice(first))]
}

const MARK = /^(?:-|\d+\.) /

function list(lines: string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    if (MARK.test(line)) items.push(line.replace(MARK, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  return {
    kind: 'list',
    ordered: /^\d/.test(lines[0] ?? ''),
    items: items.map((item) => {
      const tag = /^\[([\w=]+)\] /.exec(item)
      return tag?.[1] ? { tag: tag[1], text: inline(item.slice(tag[0].length)) } : { text: inline(item) }
    }),
  }
}

function table(lines: string[]): Block {
  const cells = (line: string): Inline[][] =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()))
  const [head = '', , ...rows] = lines
  return { kind: 'table', head: cells(head), rows: rows.map(cells) }
}

export function inline(text: string): Inline[] {
  return text
    .split(PIECES)
    .filter(Boolean)
    .flatMap((piece): Inline[] => {
      if (piece.startsWith('**')) return [{ text: piece.slice(2, -2), bold: true }]
      if (piece.startsWith('*') && piece.length > 2) {
        return inline(piece.slice(1, -1)).map((inner) => ({ ...inner, italic: true }))
      }
      return CLAUSE.test(piece) && piece.length < 9 ? [{ text: piece, clause: piece }] : [{ text: piece }]
    })
}
