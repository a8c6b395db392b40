import { useState } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Drafts, newDraft, written, type Draft } from './drafts.tsx'
import { useApplied, usePerimeters, usePolicies, type Perimeter, type Policy } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { applyTo, renewedApplied } from './policies-step.tsx'
import { StepForm } from './step-form.tsx'
import { useTyped } from './use-typed.ts'

/** What of its field was refused, or why the call failed, for one line. */
const refusalOf = (reason: unknown) => (reason instanceof ApiError && Object.values(reason.errors)[0]?.join('. ')) || failureText(reason)

/** The organisation's shape: perimeters below perimeters, and what applies in each. */
export function PerimetersStep() {
  const perimeters = usePerimeters()
  const policies = usePolicies()
  const failed = perimeters.error ?? policies.error
  if (failed) return <ErrorState reason={failed} onRetry={() => void Promise.all([perimeters.refetch(), policies.refetch()])} />
  return perimeters.data && policies.data ? (
    <PerimetersForm perimeters={perimeters.data} policies={policies.data.filter((policy) => policy.current_version)} />
  ) : (
    <SkeletonRows count={6} />
  )
}

function PerimetersForm({ perimeters, policies }: { readonly perimeters: readonly Perimeter[]; readonly policies: readonly Policy[] }) {
  const words = useWords('dashboards')
  const language = useLanguage()
  const applied = useApplied()
  const [below, setBelow] = useState(() => String((perimeters.find(({ parent }) => !parent) ?? perimeters[0])?.id ?? ''))
  const [drafts, setDrafts] = useTyped<readonly Draft[]>('drafts', () => [newDraft()])
  /** Made by this form, and not told of policies yet: kept when another line is refused. */
  const [made, setMade] = useState<readonly number[]>([])
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [places, setPlaces] = useState<ReadonlySet<number>>(new Set())
  const toggled = (set: ReadonlySet<number>, id: number) => (set.has(id) ? new Set([...set].filter((each) => each !== id)) : new Set([...set, id]))

  /** Makes every line that can be; one that is refused waits with what stands below it, under the parent that it was meant for. */
  const create = async (): Promise<{ readonly created: readonly number[]; readonly left: readonly Draft[] }> => {
    const created = [...made]
    const left: Draft[] = []
    const above: number[] = []
    let refused: number | undefined
    for (const line of written(drafts)) {
      if (refused !== undefined && line.depth > refused) {
        left.push({ ...line, depth: line.depth - refused })
        continue
      }
      refused = undefined
      const parent = (line.depth > 0 ? above[line.depth - 1] : line.below) ?? Number(below)
      try {
        const { object } = await api.post<ObjectAnswer<{ id: number }>>('/perimeter', { [`name_${language}`]: line.name.trim(), parent })
        created.push(object.id)
        above.splice(line.depth, Infinity, object.id)
      } catch (reason) {
        refused = line.depth
        left.push({ ...line, depth: 0, below: parent, error: refusalOf(reason) })
      }
    }
    setMade(created)
    setDrafts(left.length > 0 ? left : [newDraft()])
    return { created, left }
  }
  const save = async () => {
    try {
      const { created, left } = await create()
      if (left.length > 0) return words('onboarding.perimeters.failed', { count: left.length })
      for (const policy of chosen) {
        const there = new Set((applied.data ?? []).filter((each) => each.policy?.id === policy).map((each) => each.perimeter?.id))
        await applyTo(
          policy,
          [...created, ...places].filter((id) => !there.has(id)),
        )
      }
      return undefined
    } finally {
      await renewedApplied()
    }
  }
  return (
    <StepForm save={save}>
      <Select
        label={words('onboarding.perimeters.below')}
        options={ordered(perimeters).map(({ row, level }) => namedOption(row.id, row.name ?? row.identifier ?? '', ' '.repeat(level * 3)))}
        value={below}
        onChange={(value) => setBelow(value ?? below)}
      />
      <fieldset className={css.set}>
        <legend>{words('onboarding.perimeters.new')}</legend>
        <p className={css.hint}>{words('onboarding.perimeters.new_help')}</p>
        <Drafts label={words('onboarding.perimeters.name')} add={words('onboarding.perimeters.add')} drafts={drafts} onChange={setDrafts} nested />
      </fieldset>
      {policies.length > 0 ? (
        <fieldset className={css.set}>
          <legend>{words('onboarding.perimeters.apply')}</legend>
          <ul className={css.choices}>
            {policies.map(({ id, name, identifier }) => (
              <li key={id}>
                <Checkbox label={name ?? identifier} checked={chosen.has(id)} onChange={() => setChosen(toggled(chosen, id))} />
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
      {chosen.size > 0 ? (
        <fieldset className={css.set}>
          <legend>{words('onboarding.perimeters.also')}</legend>
          <ul className={css.choices}>
            {ordered(perimeters).map(({ row: { id, name, identifier }, level }) => (
              <li key={id} style={{ paddingLeft: level * 20 }}>
                <Checkbox label={name ?? identifier} checked={places.has(id)} onChange={() => setPlaces(toggled(places, id))} />
              </li>
            ))}
          </ul>
        </fieldset>
      ) : null}
    </StepForm>
  )
}

/** Perimeters top to bottom; one whose parent is not among them stands at the top. */
function ordered(rows: readonly Perimeter[]): { readonly row: Perimeter; readonly level: number }[] {
  const known = new Set(rows.map((row) => row.id))
  const children = Map.groupBy(rows, (row) => (row.parent && known.has(row.parent.id) ? row.parent.id : null))
  const walk = (parent: number | null, level: number): { row: Perimeter; level: number }[] =>
    (children.get(parent) ?? []).flatMap((row) => [{ row, level }, ...walk(row.id, level + 1)])
  return walk(null, 0)
}
