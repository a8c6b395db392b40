import { useEffect, useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { readDemonstration, type DemonstrationState } from './demonstration-state.ts'

/** Milliseconds between two looks at a building that takes a minute. */
const pause = 2000

const texts = { BUILDING: 'login.demonstration_building', BUILT: 'login.demonstration_built', FAILED: 'login.demonstration_failed' } as const

/** Says how far a demonstration has come that was not there when this page was opened, and what has become of it since. */
export function Demonstration() {
  const words = useWords('app')
  const format = useFormat()
  const [state, setState] = useState<DemonstrationState>()
  const building = state?.stage === 'BUILDING'
  useEffect(() => {
    // Nobody is kept from signing in because this could not be had, and a server that is away for a moment is asked again.
    const look = () =>
      void readDemonstration().then(
        (found) => setState((last) => (last || found.stage !== 'BUILT' ? found : last)),
        () => {},
      )
    if (!building) return look()
    const timer = setInterval(look, pause)
    return () => clearInterval(timer)
  }, [building])
  if (!state?.stage) return null
  const { stage, percent } = state
  return (
    <Stack gap={8} role="status">
      <Text as="p" tone="quiet">
        {words(texts[stage])}
      </Text>
      {building ? (
        <progress
          max={100}
          {...(percent !== null && { value: percent })}
          aria-label={percent === null ? words('login.demonstration') : format.percent(percent)}
        />
      ) : null}
    </Stack>
  )
}
