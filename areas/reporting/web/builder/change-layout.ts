import type { Ask, OfferedSource } from '#kit/contract/source.ts'
import { blockTypes, type Block, type BlockType, type Layout, type Section } from '#areas/reporting/contract/layout.ts'

/** Where a block stands: its section and its place there, from nought. */
export interface Spot {
  readonly section: number
  readonly place: number
}

/** A name for a section or block that no other bears. */
export const freshId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('')

/** A source asked for all that it tells. */
export const emptyAsk = (source: string): Ask => ({ source, filters: [], how: 'COUNT', columns: [], sort: [], given: {} })

/** The kinds of answers that a type of block draws, what suits it best first. */
export const kindsOf: Readonly<Record<BlockType, readonly OfferedSource['kinds'][number][]>> = {
  KPI: ['figure'],
  GAUGE: ['figure'],
  LINE: ['series'],
  BAR: ['groups', 'series'],
  PIE: ['groups'],
  RADAR: ['groups'],
  TABLE: ['rows', 'groups'],
  TOP: ['rows', 'groups'],
  TEXT: [],
  POLICY_SCORE: ['groups'],
  RISK_MATRIX: ['matrix'],
  COMPARISON: ['series', 'groups'],
}

/** The sources that a block of a type can show. */
export function sourcesFor(type: BlockType, sources: readonly OfferedSource[]): readonly OfferedSource[] {
  const suits = sources.filter(({ kinds }) => kinds.some((kind) => kindsOf[type].includes(kind)))
  if (type === 'POLICY_SCORE') return suits.filter(({ name }) => name.startsWith('scores.'))
  if (type === 'COMPARISON') return suits.filter(({ settings }) => settings.some(({ many }) => many))
  return suits.filter(({ settings }) => !settings.some(({ many }) => many))
}

/** What is asked of a source that was just chosen for a block of a type: whatever it needs, chosen for it where there is little to choose. */
export function askOf(type: BlockType, source: OfferedSource): Ask {
  const ask = emptyAsk(source.name)
  const { rows } = source
  if (!rows) return ask
  const state = rows.groups.find(({ name }) => name === 'status') ?? rows.groups.find(({ name }) => name !== 'archived')
  if (type === 'BAR' || type === 'PIE' || type === 'RADAR') return { ...ask, ...(state && { by: state.name }) }
  if (type === 'LINE') return { ...ask, ...(rows.dates[0] && { over: rows.dates[0].name }) }
  return ask
}

export const newBlock = (type: BlockType): Block => ({
  id: freshId(),
  type,
  title_en: null,
  title_fr: null,
  ask: null,
  span: null,
  step: 'MONTH',
  width: 1,
  height: 'MEDIUM',
  target: null,
  compared: false,
  text_en: null,
  text_fr: null,
})

export const newSection = (columns: number): Section => ({ id: freshId(), title_en: null, title_fr: null, columns, blocks: [] })

/** Where a block stands; nowhere of one that is gone. */
export function spotOf({ sections }: Layout, id: string): Spot | undefined {
  for (const [section, { blocks }] of sections.entries()) {
    const place = blocks.findIndex((block) => block.id === id)
    if (place >= 0) return { section, place }
  }
  return undefined
}

const withSections = (sections: readonly Section[]): Layout => ({ sections: [...sections] })
const withBlocks = (layout: Layout, at: number, blocks: readonly Block[]): Layout =>
  withSections(layout.sections.map((section, n) => (n === at ? { ...section, blocks: [...blocks] } : section)))

/** A block put in at a spot; behind the last one where that is further. */
export function insertBlock(layout: Layout, { section, place }: Spot, block: Block): Layout {
  const blocks = layout.sections[section]?.blocks ?? []
  return withBlocks(layout, section, [...blocks.slice(0, place), block, ...blocks.slice(place)])
}

export function removeBlock(layout: Layout, id: string): Layout {
  return withSections(layout.sections.map((section) => ({ ...section, blocks: section.blocks.filter((block) => block.id !== id) })))
}

export function changeBlock(layout: Layout, id: string, change: Partial<Block>): Layout {
  return withSections(
    layout.sections.map((section) => ({ ...section, blocks: section.blocks.map((block) => (block.id === id ? { ...block, ...change } : block)) })),
  )
}

/** A block moved to a spot, which is counted without it. */
export function moveBlock(layout: Layout, id: string, to: Spot): Layout {
  const from = spotOf(layout, id)
  const block = from && layout.sections[from.section]?.blocks[from.place]
  return block ? insertBlock(removeBlock(layout, id), to, block) : layout
}

/** One step further or back; at the end of a section into the next one. */
export function stepBlock(layout: Layout, id: string, by: -1 | 1): Layout {
  const at = spotOf(layout, id)
  if (!at) return layout
  const length = layout.sections[at.section]?.blocks.length ?? 0
  const place = at.place + by
  if (place >= 0 && place < length) return moveBlock(layout, id, { section: at.section, place })
  const section = at.section + by
  const other = layout.sections[section]
  return other ? moveBlock(layout, id, { section, place: by === 1 ? 0 : other.blocks.length }) : layout
}

export function changeSection(layout: Layout, id: string, change: Partial<Section>): Layout {
  return withSections(layout.sections.map((section) => (section.id === id ? { ...section, ...change } : section)))
}
export const removeSection = (layout: Layout, id: string): Layout => withSections(layout.sections.filter((section) => section.id !== id))
export function moveSection(layout: Layout, id: string, by: -1 | 1): Layout {
  const from = layout.sections.findIndex((section) => section.id === id)
  const to = from + by
  const sections = [...layout.sections]
  const [section] = sections.splice(from, 1)
  if (from < 0 || to < 0 || to > sections.length || !section) return layout
  sections.splice(to, 0, section)
  return withSections(sections)
}

/** The same sections and blocks under names of their own. */
export const copyOf = ({ sections }: Layout): Layout =>
  withSections(sections.map((section) => ({ ...section, id: freshId(), blocks: section.blocks.map((block) => ({ ...block, id: freshId() })) })))

/** A layout without the blocks of sources that its reader is not offered, to whom they would tell nothing. */
export function offeredOf({ sections }: Layout, sources: readonly OfferedSource[]): Layout {
  const known = new Set(sources.map(({ name }) => name))
  return withSections(sections.map((section) => ({ ...section, blocks: section.blocks.filter(({ ask }) => ask === null || known.has(ask.source)) })))
}

/** What is taken over of another layout, behind what is there: as sections of its own, or in the last section where none may be added. */
export function withCopied(layout: Layout, taken: Layout, mayArrange: boolean): Layout {
  const copied = copyOf(taken)
  const last = layout.sections.length - 1
  if (mayArrange || last < 0) return withSections([...layout.sections, ...copied.sections])
  return withBlocks(layout, last, [...(layout.sections[last]?.blocks ?? []), ...copied.sections.flatMap(({ blocks }) => blocks)])
}

/** Whether a block lacks what it needs to be told. */
export function isIncomplete(block: Block, sources: readonly OfferedSource[]): boolean {
  if (block.type === 'TEXT') return false
  const { ask } = block
  if (ask === null) return true
  const source = sources.find(({ name }) => name === ask.source)
  // One that the reader is not offered is another's affair.
  if (!source) return false
  if (
    source.settings.some(
      ({ name, needed, many }) => needed && (many ? !Array.isArray(ask.given[name]) || ask.given[name].length < 2 : ask.given[name] === undefined),
    )
  )
    return true
  if (!source.rows) return false
  if (block.type === 'LINE') return ask.over === undefined
  return (block.type === 'PIE' || block.type === 'RADAR' || block.type === 'BAR') && ask.by === undefined && ask.over === undefined
}

export const libraryTypes: readonly BlockType[] = blockTypes
