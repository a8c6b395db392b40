import { member } from '#areas/people/contract/member.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { OptionFilter } from '#kit/web/kinds/option-filter.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { FilterControlProps } from '#kit/web/table/columns.ts'
import { badgeWidth, tagWidth, textWidth } from '#kit/web/table/text-width.ts'
import type { Glyph, Tone } from '#kit/web/ui/status-looks.ts'

/** The column says how somebody stands; what can be asked for is whether they may come in (ADM-44). */
function StatusFilter(props: FilterControlProps) {
  const t = useWords('people')
  const options = [
    { value: false, label: t('status.enabled') },
    { value: true, label: t('status.disabled') },
  ]
  return <OptionFilter {...props} options={options} />
}

/** How a user stands, in the order in which it matters. */
export function statusOf(user: RowOf<typeof member>): {
  readonly tone: Tone
  readonly glyph: Glyph
  readonly word: 'awaits' | 'disabled' | 'locked' | 'invited' | 'enabled'
} {
  if (user.awaits_approval) return { tone: 'warning', glyph: 'pause', word: 'awaits' }
  if (user.disabled) return { tone: 'off', glyph: 'minus', word: 'disabled' }
  if (user.locked) return { tone: 'bad', glyph: 'pause', word: 'locked' }
  return user.last_login ? { tone: 'success', glyph: 'check', word: 'enabled' } : { tone: 'primary', glyph: 'circle', word: 'invited' }
}

/** Pixels of a dot and of the gap between roles. */
const dot = 14
const between = 10

definePresentation(member, {
  filters: { disabled: StatusFilter },
  takes: {
    roles:
      ({ words }) =>
      ({ roles }) =>
        (roles ?? []).reduce((sum, role) => sum + textWidth(words.choice('roles', role)) + dot + between, -between),
    disabled: () => (user) =>
      badgeWidth(translate(`people.status.${statusOf(user).word}`)) +
      (user.is_external && user.access_end ? tagWidth(translate('people.status.until', { date: user.access_end })) + 4 : 0),
  },
  widths: { perimeters: 140, groups: 130, last_login: 140, strong: 60, disabled: 110 },
})
