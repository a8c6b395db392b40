import type { Json } from '#areas/library/server/library-content.ts'
import { insertEverywhere, type OscalParameters } from './oscal-parameters.ts'
import type { Item } from './item.ts'

/** The texts of a group or control, and its assessment parts as they are. */
export type OscalProse = {
  description: string | null
  annotation: string | null
  typical_evidence: string | null
  assessment: Json[]
}

/**
 * Statements make the description, objects to examine the typical evidence; other assessment parts are kept aside and
 * everything else (guidance, overview, examples) explains.
 */
export function readProse(holder: Item, parameters: OscalParameters): OscalProse {
  const described: string[] = []
  const explained: string[] = []
  const evidence: string[] = []
  const assessment: Json[] = []
  for (const part of holder.items('parts')) {
    const name = part.required('name')
    if (name === 'statement' || name === 'item') described.push(...partLines(part, parameters, 0))
    else if (name.startsWith('assessment') || name === 'objective' || name === 'objects') {
      assessment.push(insertEverywhere(part.value, parameters, holder))
      if (propOf(part, 'method')?.toUpperCase() === 'EXAMINE') evidence.push(...part.items('parts').flatMap((objects) => partLines(objects, parameters, 0)))
    } else explained.push(partLines(part, parameters, 0).join('\n'))
  }
  return {
    description: described.join('\n') || null,
    annotation: explained.filter(Boolean).join('\n\n') || null,
    typical_evidence: evidence.join('\n') || null,
    assessment,
  }
}

/** One line per part, with its label and indented by two spaces a level. */
function partLines(part: Item, parameters: OscalParameters, level: number): string[] {
  const prose = part.text('prose')
  const label = labelOf(part)
  const own = [label, part.text('title'), prose === null ? null : parameters.insert(prose, part).trim()].filter(Boolean).join(' ')
  const indented = own === '' ? [] : [own.replaceAll(/^(?=.)/gm, '  '.repeat(level))]
  return [...indented, ...part.items('parts').flatMap((inner) => partLines(inner, parameters, own === '' ? level : level + 1))]
}

/** The reference that people read: the label of no class, else of a class of its own; never the one of SP 800-53A. */
export function labelOf(item: Item): string | null {
  const labels = item.items('props').filter((prop) => prop.text('name') === 'label' && prop.text('class') !== 'sp800-53a')
  const label = labels.find((prop) => prop.text('class') === null) ?? labels.find((prop) => prop.text('class') !== 'zero-padded') ?? labels[0]
  return plainLine(label?.text('value') ?? null)
}

/** On one line, without marks of Markdown: links say their text. */
const plainLine = (text: string | null): string | null =>
  text
    ?.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|\*|`)(\S(?:.*?\S)?)\1/gs, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim() || null

/** The value of the first prop of that name. */
export function propOf(item: Item, name: string): string | null {
  return (
    item
      .items('props')
      .find((prop) => prop.text('name') === name)
      ?.text('value') ?? null
  )
}
