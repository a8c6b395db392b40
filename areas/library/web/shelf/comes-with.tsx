import { BookCopy, GitCompareArrows, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { Companion, ShelfPlan } from '#areas/library/contract/shelf.ts'
import { useWords } from '#kit/web/i18n/words.ts'
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
      <div className={css.title}>
        <h3>{t('shelf.comes_with')}</h3>
        <span>{companions.length > 0 ? companions.length : ''}</span>
      </div>
      <ul className={css.companions}>
        {companions.map((each) => {
          const Icon = icons[each.kind]
          return (
            <li key={each.id}>
              <Icon size={15} aria-hidden />
              <span>
                <b>{name(each)}</b>
                <small>{effect(each)}</small>
              </span>
              <i>{t('shelf.version', { version: each.version_label })}</i>
            </li>
          )
        })}
        {absent.map((each) => (
          <li key={`${each.kind} ${each.name}`} data-absent>
            <TriangleAlert size={15} aria-hidden />
            <span>
              <b>{t(`shelf.absent.${each.kind}`, { name: each.name })}</b>
              <small>{t('shelf.absent_effect', { links: each.links })}</small>
            </span>
            <FileButton link>{t('shelf.absent_file')}</FileButton>
          </li>
        ))}
      </ul>
    </>
  )
}
