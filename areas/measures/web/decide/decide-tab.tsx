import { useState } from 'react'
import type { Choice } from '#areas/measures/contract/effects.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import type { Measure } from '#areas/measures/web/presentation.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Answered } from './answered.tsx'
import { Choices } from './choices.tsx'
import css from './decide.module.css'
import { useDeciding } from './deciding.ts'
import { DiscardForm } from './discard-form.tsx'
import { useEffects } from './effects-api.ts'
import { MakerCard } from './maker-card.tsx'
import { Proposed } from './proposed.tsx'
import { verbsOf } from './measure-verbs.ts'
import { MovedNotice } from './moved-notice.tsx'

/** What there is to decide when the dry run cannot be told. */
const withoutAnswer = (row: Measure): readonly Pick<Choice, 'choice'>[] => {
  const verbs = verbsOf(row)
  return (['ACCEPT', 'IMPLEMENT', 'DISCARD'] as const)
    .filter((choice) => verbs.some((verb) => verb.toUpperCase() === choice || (verb === 'here' && choice === 'IMPLEMENT')))
    .map((choice) => ({ choice }))
}

/** Who has the measure in place, what each choice about it brings, and which requirements it answers. */
export function DecideTab({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const { data, isError } = useEffects(row.id)
  const { discarding, moved } = useDeciding()
  const [wanted, setWanted] = useState<Choice['choice']>()
  const choices = data?.choices ?? (isError ? withoutAnswer(row) : [])
  const chosen = Math.max(
    0,
    choices.findIndex(({ choice }) => choice === wanted),
  )
  return (
    <Stack gap={16} className={css.decide}>
      {moved?.id === row.id ? <MovedNotice before={moved} now={row} /> : null}
      {discarding === row.id ? <DiscardForm key={row.id} row={row} /> : null}
      {data?.makers.slice(0, 1).map((maker) => (
        <MakerCard key={maker.measure.id} maker={maker} row={row} />
      ))}
      <Proposed row={row} />
      {choices.length > 0 ? <Choices row={row} effects={data} choices={choices} chosen={chosen} onChoose={setWanted} /> : null}
      {data ? (
        <Answered effects={data} chosen={chosen} />
      ) : isError ? (
        <Text as="p" tone="soft">
          {t('decide.late')}
        </Text>
      ) : (
        <SkeletonRows count={8} />
      )}
    </Stack>
  )
}
