import { useState } from 'react'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { levelName, levelOf } from '#kit/contract/level.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { LazyAssignDialog } from '#kit/web/resource/lazy-assign-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import css from './project.module.css'

/** Where it is, whose it is and when it is to go live; who works on it is said from here. */
export function About({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const kit = useWords('kit')
  const format = useFormat()
  const lang = useLanguage()
  const [assigning, setAssigning] = useState(false)
  const level = levelOf(useLevels('eval'), row.target_level)
  const days = row.target_date ? daysBetween(dayOf(), row.target_date) : 0
  const team = [...(row.assigned?.groups ?? []), ...(row.assigned?.members ?? [])].map(({ name }) => name).join(', ')
  return (
    <section className={css.card} aria-label={t('page.facts')}>
      <Facts
        facts={[
          row.tag ? [t('page.grouping'), row.tag.name] : [t('page.place'), row.perimeter?.name ?? '–'],
          [t('page.manager'), row.manager?.name ?? row.group?.name ?? '–'],
          [t('page.team'), team || '–'],
          ...(row.followed ? [] : [[t('page.security'), t('page.not_followed')] as const]),
          ...(row.target_level === null ? [] : [[t('page.target_level'), level ? levelName(level, lang) : row.target_level] as const]),
          [
            t('page.live'),
            row.target_date ? (
              <span key="live" className={row.late && row.dev_step !== 'PRODUCTION' ? css.bad : undefined}>
                {format.date(row.target_date)}{' '}
                {row.closed || row.dev_step === 'PRODUCTION' || (days < 0 && !row.followed)
                  ? ''
                  : days < 0
                    ? t('page.late_days', { days: -days })
                    : t('page.in_days', { days })}
              </span>
            ) : (
              '–'
            ),
          ],
        ]}
      />
      {row.edit_right_regular && row.status === 'ONGOING' ? (
        <Row gap={8} align="center" spread="between" wrap>
          <Button size="sm" icon={<glyphs.assign size={14} aria-hidden />} onClick={() => setAssigning(true)}>
            {kit('actions.assign')}
          </Button>
        </Row>
      ) : null}
      {assigning ? <LazyAssignDialog register={ispProject} row={row} onClose={() => setAssigning(false)} /> : null}
    </section>
  )
}
