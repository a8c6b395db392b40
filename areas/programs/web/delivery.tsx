import { ArrowLeft, Ban, Check as CheckSign, Copy, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Row as Line, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { deliveryDays, type Attempt, type WholeDelivery } from '#areas/programs/contract/webhook-calls.ts'
import { DeliveryState, useTook } from './delivery-state.tsx'
import { told } from './told.ts'
import { useEventNames } from './webhook-dialog.tsx'
import { giveMessageUp, replayMessage, sendMessage, useDelivery } from './webhooks-api.ts'
import css from './webhooks.module.css'

interface OneProps {
  readonly id: number
  /** Who is told when it fails for good. */
  readonly maker: string
  readonly onBack: () => void
}

/** A message as it was sent: its headers, its body byte by byte, what was answered, and each attempt. */
export function OneDelivery({ id, maker, onBack }: OneProps) {
  const t = useWords('programs')
  const { data, error, refetch } = useDelivery(id)
  return (
    <Stack gap={12}>
      <Line>
        <Button size="sm" variant="subtle" data-autofocus icon={<ArrowLeft size={14} aria-hidden />} onClick={onBack}>
          {t('webhooks.back')}
        </Button>
      </Line>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={6} /> : null}
      {data ? <Message delivery={data} maker={maker} /> : null}
    </Stack>
  )
}

function Message({ delivery, maker }: { readonly delivery: WholeDelivery; readonly maker: string }) {
  const t = useWords('programs')
  const format = useFormat()
  const nameOf = useEventNames()
  const last = delivery.attempts_made.find(({ sent }) => sent !== null)
  return (
    <>
      <div>
        <Text as="p" size={12} tone="quiet">
          <code>{delivery.message_id}</code>
        </Text>
        <Text as="h3" size={16} weight={600}>
          {nameOf(delivery.event)}
        </Text>
        <Line gap={8} align="center" wrap>
          <DeliveryState delivery={delivery} />
          <Text size={12} tone="quiet">
            {[format.dateTime(delivery.happened_at), delivery.webhook.name].join(', ')}
          </Text>
        </Line>
      </div>
      <Verbs delivery={delivery} />
      <Part title={t('webhooks.headers')}>{last?.sent ? <Pairs pairs={inOrder(last.sent)} /> : <Text tone="quiet">{t('webhooks.not_sent')}</Text>}</Part>
      <Body body={delivery.body} />
      {delivery.state === 'WITHHELD' ? (
        <Text as="p" tone="soft">
          {t('webhooks.withheld_text')}
        </Text>
      ) : (
        <Answer attempt={last} />
      )}
      <Part title={t('webhooks.attempts')}>
        <Attempts delivery={delivery} />
      </Part>
      {delivery.state === 'WAITING' && delivery.event !== 'webhook.test' ? (
        <Text as="p" size={12} tone="quiet">
          {t('webhooks.if_all_fail', { name: maker, days: deliveryDays })}
        </Text>
      ) : null}
    </>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <section aria-label={title}>
    <Text as="h4" size={13} weight={600} below={6}>
      {title}
    </Text>
    {children}
  </section>
)

const signing = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/** What is signed and by what, then the rest. */
const inOrder = (sent: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...signing, ...Object.keys(sent).filter((name) => !signing.includes(name))].flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])),
  )

const Pairs = ({ pairs }: { readonly pairs: Readonly<Record<string, string>> }) => (
  <dl className={css.pairs}>
    {Object.entries(pairs).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

function Body({ body }: { readonly body: string }) {
  const t = useWords('programs')
  const format = useFormat()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(body).then(
      () => setCopied(true),
      () => toast.warning(t('keys.not_copied')),
    )
  return (
    <Part title={t('webhooks.body')}>
      <Line spread="between" align="center" gap={8} below={6}>
        <Text size={12} tone="quiet" figures>
          {t('webhooks.bytes', { count: format.number(new TextEncoder().encode(body).length) })}
        </Text>
        <Button size="sm" icon={copied ? <CheckSign size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
          {copied ? t('webhooks.copied') : t('webhooks.copy')}
        </Button>
      </Line>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <pre className={css.body} tabIndex={0}>
        {body}
      </pre>
    </Part>
  )
}

function Answer({ attempt }: { readonly attempt: Attempt | undefined }) {
  const t = useWords('programs')
  const took = useTook()
  return (
    <Part title={t('webhooks.answer')}>
      {attempt ? (
        <>
          <Text as="p" weight={500} figures>
            {[attempt.status === null ? failureOf(attempt, t) : String(attempt.status), took(attempt.took)].filter(Boolean).join(', ')}
          </Text>
          {attempt.headers && Object.keys(attempt.headers).length > 0 ? <Pairs pairs={attempt.headers} /> : null}
          {attempt.answer ? (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
            <pre className={css.body} tabIndex={0}>
              {attempt.answer}
            </pre>
          ) : null}
        </>
      ) : (
        <Text tone="quiet">{t('webhooks.no_answer')}</Text>
      )}
    </Part>
  )
}

const failures = ['address', 'protocol', 'credentials', 'redirects', 'size', 'timeout', 'unreachable'] as const

/** Why there was no answer, in words. */
function failureOf({ failure, took }: Attempt, t: ReturnType<typeof useWords<'programs'>>): string {
  const known = failures.find((one) => one === failure)
  return known ? t(`webhooks.failures.${known}`) : took === null ? t('webhooks.cut_off') : (failure ?? '')
}

function Attempts({ delivery }: { readonly delivery: WholeDelivery }) {
  const t = useWords('programs')
  const format = useFormat()
  const took = useTook()
  return (
    <ul>
      {delivery.state === 'WAITING' && delivery.next_at ? (
        <Line as="li" spread="between" gap={12} edge="soft-above" padY={6} align="center">
          <Text figures>{format.dateTime(delivery.next_at)}</Text>
          <StatusBadge {...looks.waiting}>{t('webhooks.next')}</StatusBadge>
          <Text size={12} tone="quiet">
            {delivery.until ? t('webhooks.next_until', { until: format.dateTime(delivery.until) }) : ''}
          </Text>
        </Line>
      ) : null}
      {delivery.attempts_made.map((one) => (
        <Line as="li" key={one.n} spread="between" gap={12} edge="soft-above" padY={6} align="center">
          <Text figures>{format.dateTime(one.at)}</Text>
          <StatusBadge {...(one.status !== null && one.status >= 200 && one.status < 300 ? looks.done : one.took === null ? looks.waiting : looks.failed)}>
            {one.status === null ? (one.took === null ? t('webhooks.cut_off') : t('webhooks.no_answer')) : String(one.status)}
          </StatusBadge>
          <Text size={12} tone="quiet">
            {one.address ? t('webhooks.from_address', { took: took(one.took), address: one.address }) : one.failure ? failureOf(one, t) : took(one.took)}
          </Text>
        </Line>
      ))}
    </ul>
  )
}

/** What can be done with it as it stands. */
function Verbs({ delivery: { id, state, object } }: { readonly delivery: WholeDelivery }) {
  const t = useWords('programs')
  const page = object?.name ? pageOfEntity(object.entity) : undefined
  return (
    <Line gap={8} wrap>
      {state === 'WAITING' ? (
        <>
          <Button variant="primary" size="sm" icon={<Send size={14} aria-hidden />} onClick={() => void told(sendMessage(id))}>
            {t('webhooks.send_now')}
          </Button>
          <Button size="sm" icon={<Ban size={14} aria-hidden />} onClick={() => void told(giveMessageUp(id))}>
            {t('webhooks.give_up')}
          </Button>
        </>
      ) : (
        <Button variant="primary" size="sm" icon={<RotateCcw size={14} aria-hidden />} onClick={() => void told(replayMessage(id))}>
          {t('webhooks.replay')}
        </Button>
      )}
      {page && object?.name ? (
        <ButtonLink size="sm" to={path(page.path, { id: object.id })}>
          {t('webhooks.open_object', { name: object.name })}
        </ButtonLink>
      ) : null}
    </Line>
  )
}
