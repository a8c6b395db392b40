import { Link2, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dimensions } from '#areas/incidents/contract/incident.ts'
import type { Reference } from '#kit/contract/field.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { holds, useRight, useSession } from '#kit/web/api/session.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useKindWords } from '#kit/web/i18n/kind-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { ScoreBar } from '#kit/web/ui/marks.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { Level } from '#kit/web/ui/level.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { InCharge } from '#kit/web/work/responsible.tsx'
import { Escalation } from './incident-contacts.tsx'
import type { Incident } from './incident-row.ts'
import { useMoments } from './incident-time.ts'
import css from './incident.module.css'
import type { LinkedField } from './link-dialog.tsx'
import { useAround, useIncidentFrame } from './use-timeline.ts'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))

const linked = ['actions', 'measures', 'risks', 'business_values', 'perimeters', 'told'] as const
const readRights = {
  actions: 'remediation.read',
  measures: 'measure.read',
  risks: 'risk.read',
  business_values: 'business_value.read',
  perimeters: 'perimeter.read',
  told: 'member.read',
} as const
/** What is asked for of nearly none stands where there is some, or somebody may add it. */
const seldom: readonly LinkedField[] = ['risks', 'business_values']

/** What a tab shows, with the facts beside it where there is room, else below. */
export const BesideFacts = ({ row, children }: { readonly row: Incident; readonly children: ReactNode }) => (
  <Grid gap={24} className={css.columns}>
    <Box narrows>{children}</Box>
    <IncidentFacts row={row} />
  </Grid>
)

/** Who, where, when and how bad, and what the incident is linked to. */
function IncidentFacts({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const moments = useMoments()
  const mayAct = useRight('remediation.manage')
  const who = useSession()
  const [linking, setLinking] = useState<LinkedField>()
  const asOf = useAsOf()
  const open = row.edit_right && row.status !== 'CLOSED'
  const moment = (value: string | null) => (value ? moments.full(value) : '—')
  const facts = [
    [t('entities.incident.fields.manager'), <InCharge key="manager" person={row.manager} group={row.group} />],
    [t('entities.incident.fields.perimeter'), row.perimeter ? <Named key="perimeter" entity="perimeter" to={row.perimeter} /> : (row.tag?.name ?? '—')],
    [t('facts.detected'), moment(row.detected_at)],
    [t('facts.aware'), moment(row.aware_at)],
    [t('facts.occurred'), moment(row.occurred_at)],
    [t('entities.incident.fields.category'), row.category ? t(`entities.incident.choices.category.${row.category}`) : '—'],
    [t('facts.impact'), <Impact key="impact" row={row} />],
    [t('entities.incident.fields.reporter'), row.reporter?.name ?? '—'],
  ] as const
  const actions = pageOfEntity('remediation')
  return (
    <Box as="aside" narrows className={css.facts} aria-label={t('facts.title')}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Escalation row={row} />
      {linked
        .filter((field) => row[field].length > 0 || !seldom.includes(field) || (open && holds(who, readRights[field])))
        .map((field) => (
          <section key={field}>
            <h3>
              {t(`entities.incident.fields.${field}`)} <span>{row[field].length}</span>
            </h3>
            <Row align="center" gap={12} size={12} className={css.ways}>
              {field === 'actions' && actions && mayAct && !asOf && row.status !== 'CLOSED' ? (
                <Link to={path(actions.path, { id: 'new', from: `incident:${row.id}` })} aria-label={t('facts.add_action')}>
                  <Plus size={13} aria-hidden /> {t('facts.add')}
                </Link>
              ) : null}
              {open && holds(who, readRights[field]) ? (
                <Button
                  size="sm"
                  variant="link"
                  icon={<Link2 size={13} aria-hidden />}
                  aria-label={t('facts.link_title', { what: t(`entities.incident.fields.${field}`) })}
                  onClick={() => setLinking(field)}
                >
                  {t('facts.link')}
                </Button>
              ) : null}
            </Row>
            {row[field].length > 0 ? (
              <ul>
                {row[field].map((each) => (
                  <li key={each.id}>
                    <Named entity={entityOf[field]} to={each} />
                    {field === 'actions' || field === 'measures' ? <Standing id={row.id} of={field} linked={each.id} /> : null}
                  </li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
      {linking ? (
        <Suspense>
          <LinkDialog row={row} field={linking} onClose={() => setLinking(undefined)} />
        </Suspense>
      ) : null}
    </Box>
  )
}

const entityOf = {
  actions: 'remediation',
  measures: 'measure',
  risks: 'risk',
  business_values: 'business_value',
  perimeters: 'perimeter',
  told: 'member',
} as const

/** The name of another object, leading to it where its reader may open it. */
function Named({ entity, to }: { readonly entity: string; readonly to: Reference }) {
  const as_of = useAsOf()
  const page = pageOfEntity(entity)
  const text = (
    <>
      {to.identifier ? <code>{to.identifier}</code> : null} {to.name}
    </>
  )
  return page ? <Link to={path(page.path, { id: to.id, ...(as_of && { as_of }) })}>{text}</Link> : <span>{text}</span>
}

/** How an action or a measure stands, as its own list says it; of what the reader may not open, nothing. */
function Standing({ id, of, linked: each }: { readonly id: number; readonly of: 'actions' | 'measures'; readonly linked: number }) {
  const { data } = useAround(id)
  const action = of === 'actions' ? data?.actions.find((one) => one.id === each) : undefined
  const measure = of === 'measures' ? data?.measures.find((one) => one.id === each) : undefined
  return (
    <Suspense>
      {action ? <State area="actions" entity="remediation" status={action.status} /> : null}
      {measure ? (
        measure.status === 'IMPLEMENTED' && measure.efficiency !== null ? (
          <ScoreBar value={measure.efficiency} target={null} />
        ) : (
          <State area="measures" entity="measure" status={measure.status} />
        )
      ) : null}
    </Suspense>
  )
}

function State({ area, entity, status }: { readonly area: string; readonly entity: string; readonly status: string }) {
  const words = useKindWords(area, entity)
  return <StatusBadge {...lookOf(status, `${entity}.status`)}>{words.choice('status', status)}</StatusBadge>
}

/** How much harm, as one level or four, as the organisation judges it; the level's place stands with the letter. */
function Impact({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const language = useLanguage()
  const levels = useLevels('business_impacts')
  const { data } = useIncidentFrame()
  const badge = (key: string, value: number | null, letter?: string, label?: string) => {
    const level = levelOf(levels, value)
    if (!level) return null
    const name = levelName(level, language)
    return (
      <span key={key} title={label ? `${label}, ${name}` : name}>
        <Level at={levels.indexOf(level) + 1} of={levels.length}>
          {letter ? (
            <>
              <span aria-hidden>
                {letter} {levels.indexOf(level) + 1}
              </span>
              <Text overflow="clipped" oneLine className={css.hidden}>{`${label ?? ''}, ${name}`}</Text>
            </>
          ) : (
            name
          )}
        </Level>
      </span>
    )
  }
  const shown =
    data?.impact === 'DETAILED'
      ? dimensions.map((name) => badge(name, row[name], t(`facts.letters.${name}`), t(`entities.incident.fields.${name}`)))
      : [badge('impact', row.impact)]
  return (
    <Row as="span" inline wrap gap={4} spread="last">
      {shown.some(Boolean) ? shown : '—'}
    </Row>
  )
}
