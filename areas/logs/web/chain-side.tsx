import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { LogChain, previewRetention, setRetention, verifyLog } from '#areas/logs/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { chainKey } from './log-api.ts'
import css from './logs.module.css'

/** A hash by its ends; the whole of it stands in its title. */
const short = (hash: string) => `${hash.slice(0, 4)} … ${hash.slice(-4)}`
/** Shows the chain as a write left it: what was asked meanwhile may have been read before, and is not waited for. */
async function keep(chain: LogChain): Promise<void> {
  await queryClient.cancelQueries({ queryKey: chainKey })
  queryClient.setQueryData(chainKey, chain)
}

/** The chain from its newest entry to where it begins, how it was verified, and for how long it is kept. */
export function ChainSide({ chain: { data, error, refetch } }: { readonly chain: UseQueryResult<LogChain> }) {
  const t = useWords('logs')
  return (
    <>
      <Stack as="section" gap={10} className={css.part}>
        <Row align="center" spread="between" gap={8}>
          <h2>{t('chain.title')}</h2>
          {data ? <State chain={data} /> : null}
        </Row>
        {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : data ? <Chain chain={data} /> : <Skeleton height={220} />}
      </Stack>
      {data ? (
        <Stack as="section" gap={8} className={css.part}>
          <h2>{t('retention.title')}</h2>
          {data.edit_right ? (
            <Retention key={data.version} chain={data} />
          ) : (
            <Text as="p" size={13}>
              {data.retention_days === 0 ? t('retention.forever') : t('retention.kept_for', { days: data.retention_days })}
            </Text>
          )}
          <Text as="p" size={12} tone="quiet">
            {t('retention.text')}
          </Text>
        </Stack>
      ) : null}
    </>
  )
}

function State({ chain: { check } }: { readonly chain: LogChain }) {
  const t = useWords('logs')
  if (!check) return <StatusBadge glyph="dashed">{t('chain.none')}</StatusBadge>
  if (check.fault)
    return (
      <StatusBadge tone="bad" glyph="cross">
        {t('chain.broken')}
      </StatusBadge>
    )
  if (!check.finished_at)
    return (
      <StatusBadge tone="primary" glyph="half">
        {t('chain.running')}
      </StatusBadge>
    )
  return (
    <StatusBadge tone="success" glyph="check">
      {t('chain.verified')}
    </StatusBadge>
  )
}

function Chain({ chain }: { readonly chain: LogChain }) {
  const t = useWords('logs')
  const format = useFormat()
  const { newest, anchor, entries, check } = chain
  const followed = check?.finished_at && !check.fault ? check.total : null
  return (
    <>
      <ol className={css.chain} data-broken={check?.fault ? true : undefined}>
        {newest ? (
          <li>
            <b>{t('chain.newest', { seq: newest.seq })}</b>
            <span>
              {format.dateTime(newest.at)} · <code title={newest.hash}>{short(newest.hash)}</code>
            </span>
          </li>
        ) : null}
        <li>
          <b>{followed === null ? t('chain.kept', { count: entries }) : t('chain.whole', { count: followed })}</b>
          <span>{t('chain.kept_text')}</span>
        </li>
        {anchor ? (
          <li>
            <b>{t('chain.anchor', { seq: anchor.seq })}</b>
            <span>
              {format.dateTime(anchor.at)} · <code title={anchor.hash}>{short(anchor.hash)}</code>
            </span>
            <span>{t('chain.anchor_text')}</span>
          </li>
        ) : (
          <li>
            <b>{t('chain.begin')}</b>
            <span>{t('chain.begin_text')}</span>
          </li>
        )}
      </ol>
      <Verify chain={chain} />
    </>
  )
}

/** Follows the chain piece by piece: one call after the other, so that none is long and the page tells how far it is. */
function Verify({ chain: { check, newest } }: { readonly chain: LogChain }) {
  const t = useWords('logs')
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const unfinished = check !== null && check.finished_at === null
  const run = async (start: boolean) => {
    setBusy(true)
    try {
      for (let first = start; !left.current; first = false) {
        const { object } = await api.call<typeof verifyLog>('POST /log/verify', { body: { start: first } })
        await keep(object)
        if (object.check?.finished_at) break
      }
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  const seconds = check ? format.number(Math.max(0.1, Math.round(check.took / 100) / 10)) : ''
  return (
    <>
      {check?.fault ? (
        <div role="alert" className={css.fault}>
          <CircleAlert size={16} aria-hidden />
          <Stack gap={2}>
            <b>{t('chain.fault', { seq: check.fault.seq })}</b>
            <span>{t(`chain.faults.${check.fault.kind}`)}</span>
            <span>{t('chain.fault_next')}</span>
          </Stack>
        </div>
      ) : null}
      {unfinished ? (
        <Stack gap={4}>
          <progress className={css.progress} max={check.total || 1} value={check.done} aria-label={t('chain.running')} />
          <Text size={12} tone="quiet" figures role="status">
            {t('chain.progress', { done: check.done, total: check.total })}
          </Text>
        </Stack>
      ) : null}
      <Row wrap align="center" gap={8}>
        <Button icon={<ShieldCheck size={14} aria-hidden />} loading={busy} onClick={() => void run(!unfinished)}>
          {t(unfinished ? 'chain.go_on' : check ? 'chain.again' : 'chain.verify')}
        </Button>
        {check?.finished_at ? (
          <Text size={12} tone="quiet">
            {check.started_by
              ? t('chain.done', { moment: format.dateTime(check.finished_at), name: check.started_by.name, seconds })
              : t('chain.done_alone', { moment: format.dateTime(check.finished_at), seconds })}
          </Text>
        ) : null}
      </Row>
      {check?.finished_at && !check.fault ? (
        <Text as="p" size={12} tone="quiet">
          {t('chain.what', { until: check.until })} {newest && newest.seq > check.until ? t('chain.since', { count: newest.seq - check.until }) : ''}
        </Text>
      ) : null}
    </>
  )
}

/** For how long entries are kept; before it is saved it says what goes. */
function Retention({ chain }: { readonly chain: LogChain }) {
  const t = useWords('logs')
  const kit = useWords('kit')
  const format = useFormat()
  const [typed, setTyped] = useState(String(chain.retention_days))
  const { errorOf, form, busy, save } = useSaving({
    onRefused: ({ code }) => (code === 'STALE' ? queryClient.invalidateQueries({ queryKey: chainKey }) : undefined),
  })
  const days = Number(typed)
  const changed = typed !== String(chain.retention_days)
  const known = days === 0 || (days >= 7 && days <= 360)
  const saved = async (): Promise<boolean> => {
    if (typed !== '' && known && days !== 0) {
      const { object } = await api.call<typeof previewRetention>('GET /log/retention', { query: { days } })
      const message =
        object.count > 0 && object.until ? t('retention.removes', { count: object.count, day: format.date(object.until) }) : t('retention.removes_none')
      const sure = await confirm({ title: t('retention.confirm', { days }), message, confirm: t('retention.confirm_yes', { days }), danger: object.count > 0 })
      if (!sure) return false
    }
    return save(async () => {
      const { message, object } = await api.call<typeof setRetention>('PUT /log/retention', {
        body: { days: typed === '' ? -1 : days, version: chain.version },
      })
      await keep(object)
      return message
    })
  }
  useAskBeforeLeaving(changed, saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saved().catch((reason: unknown) => toast.error(failureText(reason)))
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap={8}>
        <div className={css.days}>
          <TextInput
            label={t('retention.days')}
            inputMode="numeric"
            help={t('retention.unit')}
            value={typed}
            error={errorOf('days')}
            onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, '').slice(0, 4))}
          />
        </div>
        {changed ? (
          <Row gap={8}>
            <Button type="submit" loading={busy}>
              {kit('actions.save')}
            </Button>
            <Button variant="subtle" onClick={() => setTyped(String(chain.retention_days))}>
              {kit('actions.cancel')}
            </Button>
          </Row>
        ) : null}
      </Stack>
    </form>
  )
}
