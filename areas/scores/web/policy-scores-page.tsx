import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { ToDecide } from '#areas/policies/web/index.ts'
import { dayOf, isoDay, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useParams } from '#kit/web/navigation.ts'
import { AsOfNotice, AsOfPicker } from '#kit/web/resource/as-of.tsx'
import { type Asked, path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Page as PageFrame, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import css from './policy-scores.module.css'
import { PolicyScores } from './policy-scores.tsx'
import { usePerimeterScores } from './score-api.ts'

/** One policy's scores, in the perimeter of `?p=`, with the measures that would reach `?ts=` (POL-11); of `?on=`, as they were published that day. */
export function Page() {
  const words = useWords('scores')
  const format = useFormat()
  const { id } = useParams<'/org/policies/$id/scores'>()
  const search = useLocation({ select: (location) => location.search as Readonly<Record<string, unknown>> })
  const ask = useAsk<'/org/policies/$id/scores'>()
  const change = (next: Asked<'/org/policies/$id/scores'>) => ask(next, true)
  const number = (value: unknown, max: number) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : undefined)
  const perimeter = number(search['p'], Number.MAX_SAFE_INTEGER)
  const target = number(search['ts'], 100)
  const on = typeof search['on'] === 'string' && isoDay(search['on']) && search['on'] < dayOf() ? search['on'] : undefined
  const toDay = (day: string | undefined) => change({ on: day !== undefined && day < dayOf() ? day : undefined })
  const [typed, setTyped] = useState(target === undefined ? '' : String(target))
  const answer = usePerimeterScores(Number(id), on)
  const policy = answer.data?.policies.find((one) => one.id === Number(id))
  return (
    <PageFrame>
      <PageToolbar>
        <div className={css.perimeter}>
          <Select
            aria-label={words('page.perimeter')}
            placeholder={words('page.all_perimeters')}
            clearable
            value={perimeter === undefined ? null : String(perimeter)}
            onChange={(value) => change({ p: value === null ? undefined : Number(value) })}
            options={(answer.data?.objects ?? []).map((row) => namedOption(row.id, row.name))}
          />
        </div>
        {/* What would raise a score exists for today alone. */}
        {on === undefined ? (
          <form
            className={css.aim}
            onSubmit={(event) => {
              event.preventDefault()
              change({ ts: typed === '' ? undefined : Number(typed) })
            }}
          >
            <Row as="label" inline align="center" gap={8} tone="soft" size={12}>
              {words('score.target')}
              <input
                type="number"
                min={0}
                max={100}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onBlur={(event) => event.target.form?.requestSubmit()}
              />
            </Row>
          </form>
        ) : null}
        <Spring />
        {on === undefined ? <ToDecide policy={Number(id)} perimeter={perimeter} below /> : null}
        <AsOfPicker day={on} onChoose={toDay} />
        <ButtonLink to={path('/org/policies/$id', { id })}>{policy?.name ?? words('page.policy')}</ButtonLink>
      </PageToolbar>
      {on === undefined ? null : <AsOfNotice day={on} text={words('page.past', { date: format.date(on) })} onBack={() => toDay(undefined)} />}
      <Box grow shortens overflow="scrolled" edge="above">
        <PolicyScores policy={Number(id)} perimeter={perimeter} target={on === undefined ? target : undefined} on={on} />
      </Box>
    </PageFrame>
  )
}
