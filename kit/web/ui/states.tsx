import { createContext, use, type CSSProperties, type ReactNode } from 'react'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Address } from '#kit/web/route.ts'
import { Button, ButtonLink } from './button.tsx'
import styles from './states.module.css'

interface StateText {
  readonly title?: string | undefined
  readonly text?: string | undefined
}

/** Where to go on from what is empty: a page, or an action. Only ever of those that the reader has the right to. */
export type Way = { readonly label: string; readonly quiet?: boolean } & ({ readonly to: Address } | { readonly run: () => void })

function Onward(way: Way) {
  const variant = way.quiet ? 'default' : 'primary'
  return 'to' in way ? (
    <ButtonLink to={way.to} variant={variant}>
      {way.label}
    </ButtonLink>
  ) : (
    <Button variant={variant} onClick={way.run}>
      {way.label}
    </Button>
  )
}

/** Nothing to show: why, in one sentence, and one way on for whoever has one. */
export const EmptyState = ({ way, ...said }: StateText & { readonly way?: Way | undefined }) => <Nothing {...said}>{way ? <Onward {...way} /> : null}</Nothing>

/** Nothing is left of what there is: unlike what is empty it may offer several ways back. */
export function Nothing({ title, text, children }: StateText & { readonly children?: ReactNode }) {
  const words = useWords('kit')
  return (
    <div className={styles.state}>
      <p className={styles.title}>{title ?? words('table.no_data')}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {children}
    </div>
  )
}

/** Where to go on from what is not there, said by whoever knows the pages around. */
export const WayOn = createContext<{ readonly to: Address; readonly label: string } | null>(null)

/** Something failed to load; said at once to screen readers, with a way to try again in place. */
export function ErrorState({ reason, title, onRetry }: { readonly reason?: unknown; readonly title?: string; readonly onRetry?: () => void }) {
  const words = useWords('kit')
  const way = use(WayOn)
  // Nothing comes of trying again.
  if (reason instanceof ApiError && reason.code === 'NOT_FOUND') {
    return (
      <div className={styles.state} role="alert">
        <p className={styles.title}>{reason.message}</p>
        <p className={styles.text}>{words('errors.gone')}</p>
        {way ? <ButtonLink to={way.to}>{way.label}</ButtonLink> : null}
      </div>
    )
  }
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title ?? words('errors.data_unavailable')}</p>
      {reason === undefined ? null : <p className={styles.text}>{failureText(reason)}</p>}
      {onRetry ? <Button onClick={onRetry}>{words('actions.try_again')}</Button> : null}
    </div>
  )
}

/** Grey rows of the table's height, shown while the first page loads: one element, since it is gone before most of it was looked at. */
export function SkeletonRows({ count = 10 }: { readonly count?: number }) {
  const words = useWords('kit')
  return <div className={styles.rows} style={{ '--count': count } as CSSProperties} role="status" aria-busy aria-label={words('loading')} />
}

/** A grey block where something of this height will appear. */
export const Skeleton = ({ height = 20, width = '100%' }: { readonly height?: number | string; readonly width?: number | string }) => (
  <span className={styles.bar} style={{ display: 'block', height, width }} aria-hidden />
)
