import { CalendarClock, DoorOpen, EyeOff, Lock, Shapes, Users } from 'lucide-react'
import type { Benchmark } from '#areas/benchmark/contract/calls.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './benchmark.module.css'

const said = [
  ['fewest', Users],
  ['names', EyeOff],
  ['once', CalendarClock],
  ['groups', Shapes],
  ['newcomers', DoorOpen],
  ['private', Lock],
] as const

/** What others learn of the organisation, and whether it takes part. */
export function PrivacyBlock({ benchmark: { participates, next_on } }: { readonly benchmark: Benchmark }) {
  const words = useWords('benchmark')
  const format = useFormat()
  const { rights } = useSession()
  return (
    <Block title={words('privacy.title')}>
      <ul className={css.privacy}>
        {said.map(([name, Icon]) => (
          <Row as="li" key={name} gap={8} align="start">
            <Icon size={14} aria-hidden />
            <span>{words(`privacy.${name}`)}</span>
          </Row>
        ))}
      </ul>
      <Row wrap align="center" spread="between" gap={12} above={8} padY={8} edge="soft-above">
        <Text>{participates ? words('privacy.in') : words('privacy.leaving', { date: format.date(next_on) })}</Text>
        {rights.includes('organisation_settings.write') ? (
          <ButtonLink size="sm" to={path('/admin/preferences')}>
            {words('privacy.change')}
          </ButtonLink>
        ) : null}
      </Row>
    </Block>
  )
}
