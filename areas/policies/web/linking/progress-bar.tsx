import { ListChecks } from 'lucide-react'
import { acceptedAbove } from '#areas/policies/contract/linking.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import css from './linking.module.css'
import type { Progress } from './linking-rows.ts'

interface ProgressBarProps {
  readonly progress: Progress
  readonly onAccept: () => Promise<void>
  readonly busy: boolean
}

/** How far linking is, and the suggestions that one press accepts. */
export function ProgressBar({ progress, onAccept, busy }: ProgressBarProps) {
  const t = useWords('policies')
  const format = useFormat()
  const { total, linked, suggested, toSearch, above } = progress
  return (
    <section className={css.progress} aria-label={t('linking.progress', { linked: format.number(linked), count: total })}>
      <p>
        <b>{format.number(linked)}</b> {t('linking.progress_rest', { count: total })}
      </p>
      <Track progress={progress} />
      <ul className={css.legend}>
        <li>
          <i data-part="suggested" aria-hidden />
          <b>{format.number(suggested)}</b> {t('linking.suggested')}
        </li>
        <li>
          <i data-part="search" aria-hidden />
          <b>{format.number(toSearch)}</b> {t('linking.to_search')}
        </li>
      </ul>
      {above > 0 ? (
        <Button size="sm" icon={<ListChecks size={14} aria-hidden />} loading={busy} onClick={() => void onAccept()}>
          {t('linking.accept_above', { count: above, percent: format.percent(acceptedAbove) })}
        </Button>
      ) : null}
    </section>
  )
}

/** Linked, with a suggestion, to search: as long as they are many. */
export function Track({ progress: { linked, suggested, toSearch } }: { readonly progress: Progress }) {
  const parts = [
    ['linked', linked],
    ['suggested', suggested],
    ['search', toSearch],
  ] as const
  return (
    <div className={css.track} aria-hidden>
      {parts.map(([part, count]) => (
        <i key={part} data-part={part} style={{ flexGrow: count }} />
      ))}
    </div>
  )
}
