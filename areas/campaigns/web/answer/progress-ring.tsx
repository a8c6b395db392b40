import { Check } from 'lucide-react'
import { Grid } from '#kit/web/ui/layout.tsx'
import css from './rail.module.css'

/** How much of a part is answered, at a glance; beside it stands the number. */
export function ProgressRing({ asked, answered }: { readonly asked: number; readonly answered: number }) {
  if (asked > 0 && answered === asked)
    return (
      <Grid as="i" rigid centered className={css.whole} aria-hidden>
        <Check size={10} strokeWidth={3.5} />
      </Grid>
    )
  const round = 2 * Math.PI * 5.5
  return (
    <svg className={css.ring} width="14" height="14" viewBox="0 0 14 14" aria-hidden>
      <circle cx="7" cy="7" r="5.5" />
      {answered > 0 ? <circle data-part cx="7" cy="7" r="5.5" strokeDasharray={`${(round * answered) / asked} ${round}`} transform="rotate(-90 7 7)" /> : null}
    </svg>
  )
}
