import { usePerimeterScores, usePosture } from '#areas/scores/web/index.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf, isoDay, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { ListControls } from '#kit/web/ui/head-slot.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Page as PageFrame, Spring } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/kinds/light-select.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ActionsBlock } from './actions-block.tsx'
import { AttentionBlock } from './attention-block.tsx'
import { BudgetBlock } from './budget-block.tsx'
import { nothingThen, type Place } from './cockpit-api.ts'
import css from './cockpit.module.css'
import { CurveBlock } from './curve-block.tsx'
import { HomeChoice } from './home-choice.tsx'
import { Headline, LateLine } from './headline.tsx'
import { NextStepsBlock } from './next-steps-block.tsx'
import { ScoreChangeBlock } from './score-change-block.tsx'
import { FirstStepsBanner, FirstStepsLink } from './onboarding/first-steps-banner.tsx'
import { PerimetersBlock } from './perimeters-block.tsx'
import { PolicyTiles } from './policy-tiles.tsx'
import { RadarBlock } from './radar-block.tsx'
import { LateBlock, UnlinkedBlock } from './small-blocks.tsx'

const stepsId = 'cockpit-next-steps'

/**
 * Where the organisation stands in one sentence, what needs attention, and where its score goes; then what would lift it, what is late and where. A block
 * that is not the reader’s is absent, and its neighbours widen.
 */
export function Page() {
  const words = useWords('dashboards')
  const format = useFormat()
  const scores = useRight('score.read')
  const actions = useRight('remediation.read')
  const decides = useRight('measure.write')
  const { place, change } = usePlace()
  const { perimeter, on } = place
  const { data, error } = usePosture(place, scores)
  // Alone, until a policy applies or where nothing had been published.
  const alone = scores && (data ? data.policies === 0 : nothingThen(error, place))
  const measured = scores && !alone
  const next = measured && decides && on === undefined
  return (
    <PageFrame canvas>
      {scores ? (
        <ListControls>
          <Spring />
          <FirstStepsLink />
          <div className={css.day}>
            <DateInput
              aria-label={words('posture.on')}
              placeholder={words('posture.now')}
              clearable
              strict
              max={dayOf()}
              value={on ?? null}
              onChange={(day) => change({ on: day === null || day >= dayOf() ? undefined : day })}
            />
          </div>
          <PerimeterPicker value={perimeter} onChange={(id) => change({ p: id })} />
          <HomeChoice />
        </ListControls>
      ) : (
        <ListControls>
          <Spring />
          <HomeChoice />
        </ListControls>
      )}
      <FirstStepsBanner />
      {on === undefined ? null : (
        <Text as="p" tone="quiet" size={12} line={18} className={css.past}>
          {words('posture.past_help', { date: format.date(on) })}
        </Text>
      )}
      <Stack gap={12}>
        {data && measured ? (
          <div>
            <Headline posture={data} place={place} steps={next ? stepsId : undefined} />
            {actions ? <LateLine place={place} /> : null}
          </div>
        ) : null}
        <Row gap={12} className={css.first}>
          {actions ? (
            <Grid narrows className={css.attention}>
              <AttentionBlock place={place} />
            </Grid>
          ) : null}
          {scores ? (
            <Stack gap={12} narrows className={css.course}>
              <PolicyTiles place={place} />
              <CurveBlock place={place} />
            </Stack>
          ) : null}
        </Row>
        <Row wrap gap={12} className={css.row}>
          {next ? <NextStepsBlock id={stepsId} perimeter={perimeter} posture={data} /> : null}
          {actions ? <LateBlock place={place} /> : null}
          {measured ? <PerimetersBlock place={place} /> : actions ? <BudgetBlock place={place} /> : null}
        </Row>
        <Row wrap gap={12} className={css.row}>
          {measured ? <ScoreChangeBlock perimeter={perimeter} on={on} /> : null}
          {measured && on === undefined ? <UnlinkedBlock perimeter={perimeter} /> : null}
          {measured && actions ? <BudgetBlock place={place} /> : null}
        </Row>
        <Row wrap gap={12} className={css.row}>
          {measured ? <RadarBlock place={place} /> : null}
          {actions ? <ActionsBlock place={place} /> : null}
        </Row>
      </Stack>
    </PageFrame>
  )
}

/** The perimeter and the day in the address, `?p=7&on=2026-06-30`; none: all that the reader reaches, now. */
function usePlace() {
  // Of this page, not of the one that is on its way: all would be asked for anew as it is left.
  const search = useAsked<'/home'>()
  const ask = useAsk<'/home'>()
  const { p, on } = search
  return {
    place: {
      perimeter: typeof p === 'number' && Number.isInteger(p) ? p : undefined,
      on: typeof on === 'string' && isoDay(on) && on < dayOf() ? on : undefined,
    } satisfies Place,
    change: (next: { readonly p?: number | undefined; readonly on?: string | undefined }) => ask(next, true),
  }
}

function PerimeterPicker({ value, onChange }: { readonly value: number | undefined; readonly onChange: (id: number | undefined) => void }) {
  const words = useWords('dashboards')
  const answer = usePerimeterScores()
  const options = (answer.data?.objects ?? []).map(({ id, name }) => namedOption(id, name))
  return (
    <div className={css.picker}>
      <Select
        aria-label={words('cockpit.perimeter')}
        placeholder={words('cockpit.all_perimeters')}
        clearable
        value={value === undefined ? null : String(value)}
        options={options}
        onChange={(id) => onChange(id === null ? undefined : Number(id))}
      />
    </div>
  )
}
