import type { Reference } from '#kit/contract/field.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { lentPart } from '#kit/web/lent-part.ts'
import { Facts } from '#kit/web/ui/page.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import type { Action } from './presentation.tsx'

const Ticket = lentPart<{ readonly kind: 'remediation'; readonly id: number; readonly name: string; readonly identifier: string | null }>('ticket')
const nothing = () => {}

/** What an action belongs to and serves, and what it is elsewhere. */
export function LinksTab({ row }: { readonly row: Action }) {
  const t = useWords('actions')
  // What the reader may not open leads nowhere.
  const linkTo = (to: ReturnType<typeof path>, { id, name, identifier, hidden }: Reference) =>
    hidden ? (
      <em key={id}>{name}</em>
    ) : (
      <Link key={id} to={to}>
        {[identifier, name].filter(Boolean).join(' ')}
      </Link>
    )
  const measureLink = (measure: Reference) => linkTo(path('/org/security-bases', { id: measure.id }), measure)
  return (
    <>
      <Suspense fallback={null}>
        <Ticket kind="remediation" id={row.id} name={row.name ?? ''} identifier={row.identifier} onDone={nothing} />
      </Suspense>
      <Facts
        facts={[
          ...(row.program ? [[t('panel.plan'), linkTo(path('/actions/$id', { id: row.program.id }), { ...row.program, identifier: null })] as const] : []),
          ...(row.measure ? [[t('panel.measure'), measureLink(row.measure)] as const] : []),
          ...row.measures.map((measure) => [t('panel.also'), measureLink(measure)] as const),
          ...(row.source ? [[t('panel.source'), <Source key="source" row={row} source={row.source} />] as const] : []),
        ]}
      />
    </>
  )
}

/** The kind of source, with the object itself where it is not the measure that is named already. */
function Source({ row: { source_object: object, measure }, source }: { readonly row: Action; readonly source: NonNullable<Action['source']> }) {
  const t = useWords('actions')
  const kind = t(`entities.remediation.choices.source.${source}`)
  if (!object || (object.entity === 'measure' && object.id === measure?.id)) return kind
  const page = object.hidden ? undefined : pageOfEntity(object.entity)
  const name = [object.identifier, object.name].filter(Boolean).join(' ')
  return (
    <>
      {kind} {page ? <Link to={path(page.path, { id: object.id })}>{name}</Link> : <em>{name}</em>}
    </>
  )
}
