import type { ReactNode } from 'react'
import type { ApprovalGround, RiskScale } from '#areas/risks/contract/calls.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import type { DecisionRequest } from '#kit/contract/decision-request.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useCompared } from '#kit/web/resource/compared.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { sayAction } from '#kit/web/resource/history-words.ts'
import { LevelChip } from './level-chip.tsx'
import { levelOfCell, type Risk } from './risk-api.ts'

/** A line of the comparison: what was submitted beside what is. */
export interface ComparedLine {
  readonly key: string
  readonly label: string
  readonly before: ReactNode
  readonly now: ReactNode
  readonly changed: boolean
  /** By whom and how it became another, as far as that is known. */
  readonly how: string | null
}

type Side = Exclude<ApprovalGround['lines'][number]['now'], null>

/** Told as levels, or line by line below. */
const elsewhere: ReadonlySet<string> = new Set([
  ...(['init', 'min', 'target'] as const).flatMap((kind) => [`${kind}_impact`, `${kind}_probability`]),
  'measures',
  'actions',
  'gaps',
])

/** The field of the risk that links it. */
const linkOf = { measure: 'measures', remediation: 'actions', gap: 'gaps' } as const

interface Given {
  readonly row: Risk
  readonly asked: DecisionRequest | undefined
  readonly ground: ApprovalGround | undefined
  readonly history: readonly HistoryEntry[] | undefined
  readonly scale: RiskScale | undefined
}

/** What was submitted beside what is: levels first, then what the treatment rests on, then the fields of the risk. */
export function useComparison({ row, asked, ground, history = [], scale }: Given): readonly ComparedLine[] {
  const t = useWords('risks')
  const format = useFormat()
  const compared = useCompared(risk)
  const contextOf = useFieldContexts(risk)
  const words = {
    measure: useEntityWords({ area: 'measures', name: 'measure' }),
    remediation: useEntityWords({ area: 'actions', name: 'remediation' }),
    gap: useEntityWords({ area: 'gaps', name: 'gap' }),
  }
  if (!asked) return []
  const copy = asked.copy
  const since = Date.parse(String(asked.asked_at))
  const later = history.filter(({ at, changes }) => Date.parse(at) > since && changes.length > 0)
  const by = (at: string, actor: string | null | undefined, action: string) => [action, actor ?? 'Vigie', format.date(at)].join(' · ')
  const howField = (names: readonly string[]) => {
    const entry = later.find(({ changes }) => changes.some(({ field }) => names.includes(field.replace(/_(en|fr)$/, '')) || names.includes(field)))
    return entry ? by(entry.at, entry.actor?.name, sayAction(risk, entry, contextOf)) : null
  }
  const number = (value: unknown) => (typeof value === 'number' ? value : null)
  const chip = (of: object, kind: 'init' | 'current' | 'target') => {
    const at = of as Readonly<Record<string, unknown>>
    const [impact, probability] = [number(at[`${kind}_impact`]), number(at[`${kind}_probability`])]
    if (impact === null || probability === null) return '–'
    return scale ? (
      <LevelChip level={levelOfCell(scale, impact, probability)} impact={impact} probability={probability} />
    ) : (
      t('matrix.at_place', { impact: String(impact), probability: String(probability) })
    )
  }
  const levels = (['init', 'current', 'target'] as const).map((kind): ComparedLine => {
    const names = [`${kind}_impact`, `${kind}_probability`, `${kind}_level`] as const
    return {
      key: kind,
      label: t(`entities.risk.fields.${kind}_level`),
      before: chip(copy, kind),
      now: chip(row, kind),
      changed: names.some((name) => (copy[name] ?? null) !== (row[name] ?? null)),
      how: howField(names),
    }
  })
  const describeSide = (entity: 'measure' | 'remediation' | 'gap', side: Side | null) =>
    side === null
      ? t('workspace.unlinked')
      : entity === 'measure'
        ? side.worth === null
          ? t('workspace.no_worth')
          : `${t('levels.efficiency')} ${format.percent(side.worth, 2)}`
        : [words[entity].choice('status', side.status ?? ''), format.date(side.target_date)].filter(Boolean).join(' · ')
  const grounds = (ground?.lines ?? []).map((line): ComparedLine => {
    const event = ground?.events.find(({ entity, id }) => entity === line.entity && id === line.id)
    return {
      key: `${line.entity} ${line.id}`,
      label:
        line.identifier === null && line.name === null
          ? t('workspace.hidden', { what: words[line.entity].one })
          : `${line.identifier ?? ''} ${line.name ?? ''}`,
      before: describeSide(line.entity, line.before),
      now: describeSide(line.entity, line.now),
      changed: line.changed,
      how: !line.changed
        ? null
        : line.before === null || line.now === null
          ? howField([linkOf[line.entity]])
          : event
            ? by(event.at, event.actor, sayEvent(words[line.entity], event.action) ?? t('workspace.touched'))
            : null,
    }
  })
  const fields = compared(row, copy)
    .filter(({ name }) => !elsewhere.has(name))
    .map(({ name, label, before, now }): ComparedLine => ({
      key: name,
      label,
      before: before || '–',
      now: now || '–',
      changed: before !== now,
      how: before === now ? null : howField([name]),
    }))
  return [...levels, ...grounds, ...fields]
}

const sayEvent = (words: { word(key: string): string | undefined }, action: string) => words.word(`actions.${action}`)
