import type { VersionDifference } from '#areas/policies/contract/calls.ts'
import { control, controlGroup } from '#areas/policies/contract/control.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Stack } from '#kit/web/ui/layout.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './difference-view.module.css'
import { versionName } from './version-name.ts'

const looks = { added: { tone: 'success', glyph: 'check' }, changed: { tone: 'warning', glyph: 'half' }, removed: { tone: 'off', glyph: 'minus' } } as const

/** What lies between two versions: requirements first, then groups. */
export function DifferenceView({ difference }: { readonly difference: VersionDifference }) {
  const t = useWords('policies')
  const none = (['requirements', 'groups'] as const).every((kind) =>
    (['added', 'changed', 'removed'] as const).every((what) => difference[kind][what].length === 0),
  )
  return (
    <Stack gap={12} className={css.view}>
      <Text as="p" tone="quiet">
        {t('difference.between', { from: versionName(difference.from), to: versionName(difference.to) })}
      </Text>
      {none ? (
        <Text as="p" apart>
          {t('difference.none')}
        </Text>
      ) : null}
      <Part title={t('entities.control.many')} entity={control} part={difference.requirements} />
      <Part title={t('entities.control_group.many')} entity={controlGroup} part={difference.groups} />
    </Stack>
  )
}

function Part({
  title,
  entity,
  part,
}: {
  readonly title: string
  readonly entity: { readonly area: string; readonly name: string }
  readonly part: VersionDifference['groups']
}) {
  const t = useWords('policies')
  const words = useEntityWords(entity)
  const kinds = (['added', 'changed', 'removed'] as const).filter((what) => part[what].length > 0)
  if (kinds.length === 0) return null
  const fieldName = (column: string) => words.field(column.replace(/_(en|fr)$/, '').replace(/^group$/, 'control_group'))
  return (
    <section aria-label={title}>
      <Text as="h3" below={6}>
        {title}
      </Text>
      {kinds.map((what) => (
        <details key={what} open={part[what].length <= 30}>
          <summary>
            <StatusBadge {...looks[what]}>{t(`difference.${what}`, { count: part[what].length })}</StatusBadge>
          </summary>
          <Box as="ul" above={6} tone="soft" size={12} line={20}>
            {part[what].map((row) => (
              <li key={row.key}>
                <b>{row.identifier}</b> {row.name}{' '}
                {row.fields.length > 0 ? (
                  <Text as="small" tone="quiet">
                    {[...new Set(row.fields.map(fieldName))].join(', ')}
                  </Text>
                ) : null}
              </li>
            ))}
          </Box>
        </details>
      ))}
    </section>
  )
}
