import type { CSSProperties, ReactNode } from 'react'
import type { Profile } from '#areas/people/contract/profile.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Block, Facts } from '#kit/web/ui/page.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './profile.module.css'

/** What one may do and where; others decide it. */
export function ProfileReach({ profile }: { readonly profile: Profile }) {
  const t = useWords('people')
  const { roles, groups, local_perimeter: perimeters, local_tag: tag } = profile
  const named = (things: readonly { readonly id: number; readonly name: string }[]) =>
    things.length > 0 ? things.map(({ name }) => name).join(', ') : t('profile.none')
  const held = (
    <Row as="span" gap={6} spread="last" wrap>
      {roles.map(({ id, color }) => (
        <Row key={id} as="span" inline align="center" gap={6} className={css.role} style={{ '--role': color } as CSSProperties}>
          {t(`roles.${id}`)}
        </Row>
      ))}
    </Row>
  )
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('profile.roles'), roles.length > 0 ? held : t('profile.no_role')],
    ...(perimeters ? [[t('profile.perimeters'), named(perimeters)] as const] : []),
    ...(tag === undefined ? [] : [[t('profile.tag'), tag?.name ?? t('profile.none')] as const]),
    [t('profile.groups'), named(groups)],
  ]
  return (
    <Block title={t('profile.sections.reach')}>
      <Facts facts={facts} />
    </Block>
  )
}
