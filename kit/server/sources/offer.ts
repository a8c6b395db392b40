import type { Figure } from '#kit/contract/figure.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { OfferedFilter, OfferedSource } from '#kit/contract/source.ts'
import { can } from '#kit/server/access/authorize.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { sheetWords } from '#kit/server/sheets/words.ts'
import { arePersonal, dateKinds, groupsBy, numberKinds, rowsSource } from './rows-source.ts'
import type { Asking, Source } from './source.ts'

/** Rows of an entity as they are offered to whoever builds a dashboard; nothing of what they may not read. */
function offerRows(
  asking: Pick<Asking, 'tx' | 'lang' | 'say'>,
  { def }: Resource,
  figures: readonly Figure[],
  words: ReturnType<typeof sheetWords>,
): OfferedSource | undefined {
  const { tx, say } = asking
  if (!can(tx.who, def.rights.read)) return undefined
  const named = (names: readonly string[]) => names.map((name) => ({ name, label: words.field(name) }))
  const fields = Object.entries(def.fields)
  const shown = (name: string) => name === def.title || name === 'identifier' || def.list.columns.includes(name) || def.list.more?.includes(name) === true
  const ofKind = (kinds: ReadonlySet<string>, among: (name: string) => boolean) =>
    named(fields.flatMap(([name, field]) => (kinds.has(field.kind) && !field.options.asked && among(name) ? [name] : [])))
  const dates = ofKind(dateKinds, (name) => def.list.filters.includes(name))
  const filters = def.list.filters.flatMap((name) => filterOf(def, name, words, say) ?? [])
  return {
    name: rowsSource(def.name),
    label: words.many,
    group: say('kit.sources.rows'),
    kinds: ['figure', 'groups', 'rows', ...(dates.length > 0 ? (['series'] as const) : [])],
    dated: dates.length > 0,
    settings: [],
    rows: {
      entity: def.name,
      figures: figures
        .filter((figure) => figure.entity === def.name && tx.who.rights.has(figure.right) && !arePersonal(def, figure.filters(tx.today)))
        .map(({ name }) => ({ name, label: say(`reporting.figures.${name}`) })),
      filters,
      groups: named(fields.flatMap(([name]) => (groupsBy(def, name) ? [name] : []))),
      dates,
      numbers: ofKind(numberKinds, shown),
      columns: named(
        fields.flatMap(([name, field]) => (shown(name) && !field.options.asked && !['rows', 'json', 'files', 'markdown'].includes(field.kind) ? [name] : [])),
      ),
    },
  }
}

/** How rows are kept by a field; undefined where nobody but the reader is meant, or rows say nothing that could be chosen. */
function filterOf(def: EntityDef, name: string, words: ReturnType<typeof sheetWords>, say: Asking['say']): OfferedFilter | undefined {
  const field = def.fields[name]
  if (!field || field.options.personal) return undefined
  const plain = { name, label: words.field(name), entity: null, options: [] }
  switch (field.kind) {
    case 'boolean':
      return { ...plain, control: 'options', options: [true, false].map((value) => ({ value, label: say(value ? 'kit.yes' : 'kit.no') })) }
    case 'choice':
    case 'choices':
    case 'scale':
      return { ...plain, control: 'options', options: words.offered(name).map((value) => ({ value, label: words.choice(name, value) })) }
    case 'ref':
    case 'links':
      return { ...plain, control: 'entity', entity: field.options.entity ?? null }
    case 'date':
    case 'timestamp':
      return { ...plain, control: 'period' }
    case 'integer':
    case 'decimal':
      return { ...plain, control: 'range' }
    case 'text':
    case 'localized':
    case 'identifier':
      return { ...plain, control: 'text' }
    default:
      return undefined
  }
}

/** Everything that a reader may put in a dashboard: rows of entities with figures, then what areas declare. */
export async function offerSources(
  asking: Pick<Asking, 'tx' | 'lang' | 'say' | 'resources'>,
  declared: readonly Source[],
  figures: readonly Figure[],
): Promise<OfferedSource[]> {
  const { tx, lang, say, resources } = asking
  const levels = await levelsOf(tx)
  const withFigures = new Set(figures.map(({ entity }) => entity))
  const rows = [...resources.values()].flatMap((resource) => {
    if (!withFigures.has(resource.def.name)) return []
    const words = sheetWords((message) => say(typeof message === 'string' ? message : message.key), resource.def, lang, levels)
    return offerRows(asking, resource, figures, words) ?? []
  })
  const others = declared
    .filter(({ right }) => tx.who.rights.has(right))
    .map(({ name, kind, dated, settings }): OfferedSource => {
      const [area = '', word = ''] = name.split('.')
      const key = `${area}.sources.${word}`
      return {
        name,
        label: say(`${key}.name`),
        group: say('kit.sources.declared'),
        kinds: [kind],
        dated: dated === true,
        settings: Object.entries(settings).map(([setting, { entity, many, needed, options }]) => ({
          name: setting,
          label: say(`${key}.${setting}.label`),
          entity: entity ?? null,
          many: many === true,
          needed: needed === true,
          options: (options ?? []).map((value) => ({ value, label: say(`${key}.${setting}.${value}`) })),
        })),
        rows: null,
      }
    })
  return [...rows, ...others]
}
