import { BookCopy, GitCompareArrows, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { Companion, ShelfPlan } from '#areas/library/contract/shelf.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { useName } from './names.ts'
import { FileButton } from './shelf-toolbar.tsx'
import css from './shelf-panel.module.css'

const icons = { framework: BookCopy, mapping: GitCompareArrows, solution: ShieldCheck, matrix: BookCopy, other: BookCopy }

/** What comes with a library, in the order of loading; what nobody has in amber, with its effect. */
export function ComesWith({ companions, absent }: ShelfPlan) {
  const t = useWords('library')
  const name = useName()
  if (companions.length + absent.length === 0) return null
  const effect = ({ kind, why, other, other_there }: Companion) =>
    why === 'needed' ? t(`shelf.needed.${kind}`) : other === null ? t('shelf.one.mapping') : t(other_there ? 'shelf.tie_there' : 'shelf.tie_later', { other })
  return (
    <>
      <Row align="center" gap={8} above={10} below={6} className={css.title}>
        <h3>{t('shelf.comes_with')}</h3>
        <span>{companions.length > 0 ? companions.length : ''}</span>
      </Row>
      <Box as="ul" overflow="clipped" edge="all" corner={8} className={css.companions}>
        {companions.map((each) => {
          const Icon = icons[each.kind]
          return (
            <Row as="li" align="center" gap={10} padY={6} padX={12} edge="soft-below" key={each.id}>
              <Icon size={15} aria-hidden />
              <Stack as="span" grow narrows>
                <Text as="b" weight={550}>
                  {name(each)}
                </Text>
                <Text as="small" tone="soft" size={12}>
                  {effect(each)}
                </Text>
              </Stack>
              <Text as="i" tone="quiet" size={12} oneLine>
                {t('shelf.version', { version: each.version_label })}
              </Text>
            </Row>
          )
        })}
        {absent.map((each) => (
          <Row as="li" align="center" gap={10} padY={6} padX={12} edge="soft-below" key={`${each.kind} ${each.name}`} data-absent>
            <TriangleAlert size={15} aria-hidden />
            <Stack as="span" grow narrows>
              <Text as="b" weight={550}>
                {t(`shelf.absent.${each.kind}`, { name: each.name })}
              </Text>
              <Text as="small" tone="soft" size={12}>
                {t('shelf.absent_effect', { links: each.links })}
              </Text>
            </Stack>
            <FileButton link>{t('shelf.absent_file')}</FileButton>
          </Row>
        ))}
      </Box>
    </>
  )
}
