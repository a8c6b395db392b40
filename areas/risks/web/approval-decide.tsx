import { Lock, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ApprovalGround } from '#areas/risks/contract/calls.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import type { HistoryEntry } from '#kit/contract/history.ts'
import { mentionOf } from '#kit/contract/mention.ts'
import type { DecisionRequest } from '#kit/contract/decision-request.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed, invalidate } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { FrozenFile } from '#kit/web/resource/frozen-file.tsx'
import { sayAction } from '#kit/web/resource/history-words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './approval.module.css'
import { useSpoken, type Spoken } from './approval-api.ts'
import type { Risk } from './risk-api.ts'
import { StepDialog, type Step } from './step-dialog.tsx'

interface ApprovalDecideProps {
  readonly row: Risk
  readonly asked: DecisionRequest
  readonly earlier: readonly DecisionRequest[]
  readonly stale: boolean
  readonly ground: ApprovalGround | undefined
  readonly history: readonly HistoryEntry[]
  readonly onDone: () => void
}

/** What the reader may do about what is asked: decide, ask for a fresh copy, ask anew or take back. */
export function ApprovalDecide({ row, asked, earlier, stale, ground, history, onDone }: ApprovalDecideProps) {
  const t = useWords('risks')
  const format = useFormat()
  const member = useSession().member_id
  const [step, setStep] = useState<Step>()
  const spoken = useSpoken(row.id).data ?? []
  const since = spoken.filter(({ created_at }) => Date.parse(created_at) > Date.parse(String(asked.asked_at)))
  const open = asked.state === 'OPEN'
  const own = asked.asked_by?.id === member
  return (
    <Stack as="aside" gap={12} padY={16} padX={16} narrows className={css.decide} aria-label={t('workspace.decision')}>
      <h3>{t('workspace.decision')}</h3>
      {open && row.decide_right ? (
        <>
          <Text as="p" size={12} tone="soft">
            {t('approval.text.approve')}
          </Text>
          {stale ? <FreshCopy row={row} asked={asked} told={since.findLast(({ author }) => author?.id === member)} /> : null}
          <Row wrap gap={8} className={css.pair}>
            <Button
              variant={stale ? 'default' : 'primary'}
              disabled={stale}
              aria-describedby={stale ? 'approval-locked' : undefined}
              icon={stale ? <Lock size={14} aria-hidden /> : undefined}
              onClick={() => setStep('approve')}
            >
              {t('approval.approve')}
            </Button>
            <Button variant="danger" onClick={() => setStep('reject')}>
              {t('approval.reject')}
            </Button>
          </Row>
          <Text id="approval-locked" as="p" size={12} tone="soft">
            {stale ? `${t('approval.fresh')} ${t('approval.text.reject')}` : t('approval.text.reject')}
          </Text>
        </>
      ) : open ? (
        <>
          <Text as="p" size={12} tone="soft">
            {t(own ? 'workspace.own' : 'workspace.others')}
          </Text>
          {row.edit_right ? (
            <Row wrap gap={8} className={css.pair}>
              {stale ? (
                <Button variant="primary" icon={<RefreshCw size={14} aria-hidden />} onClick={() => setStep('request')}>
                  {t('approval.again')}
                </Button>
              ) : null}
              <Button onClick={() => setStep('withdraw')}>{t('approval.withdraw')}</Button>
            </Row>
          ) : null}
        </>
      ) : (
        <Text as="p" size={12} tone="soft">
          {asked.decided_by
            ? t('workspace.decided', {
                what: t(`entities.risk.choices.status.${row.status ?? 'NOT_REQUESTED'}`),
                name: asked.decided_by.name ?? '',
                date: format.date(row.decided_on),
              })
            : t(`entities.risk.choices.status.${row.status ?? 'NOT_REQUESTED'}`)}
        </Text>
      )}
      {asked.comment ? (
        <section>
          <Text as="h4" size={12} weight={500} tone="soft">
            {t('workspace.said', { name: asked.asked_by?.name ?? '' })}
          </Text>
          <blockquote>{asked.comment}</blockquote>
        </section>
      ) : null}
      <FrozenFile decision={asked} path={`/risk/${row.id}/risk_approval_report`} />
      <Grid as="dl" gap={6} padY={12} className={css.facts}>
        <Row spread="between" gap={12}>
          <Text as="dt" tone="soft">
            {t('workspace.version')}
          </Text>
          <Text as="dd" side="right">
            {asked.version === row.version ? format.number(row.version) : t('workspace.versions', { before: String(asked.version), now: String(row.version) })}
          </Text>
        </Row>
        <Row spread="between" gap={12}>
          <Text as="dt" tone="soft">
            {t('entities.risk.fields.asked_by')}
          </Text>
          <Text as="dd" side="right">
            {asked.asked_by?.name}
          </Text>
        </Row>
      </Grid>
      <Since asked={asked} earlier={earlier} ground={ground} history={history} spoken={since} />
      {step ? (
        <StepDialog
          step={step}
          row={row}
          onClose={() => setStep(undefined)}
          {...(step === 'approve' || step === 'reject' ? { onDone: () => (setStep(undefined), onDone()) } : {})}
        />
      ) : null}
    </Stack>
  )
}

/** Who asked is told, with a word of why, what is to be asked anew. */
function FreshCopy({ row, asked, told: lastComment }: { readonly row: Risk; readonly asked: DecisionRequest; readonly told: Spoken | undefined }) {
  const t = useWords('risks')
  const format = useFormat()
  const name = asked.asked_by?.name ?? ''
  const [text, setText] = useState('')
  const [send, busy] = useSubmit(async () => {
    try {
      const comment = text.trim() || t('workspace.fresh_default')
      await api.post(`/risk/${row.id}/comments`, { text: `${asked.asked_by ? `${mentionOf(asked.asked_by.id)} ` : ''}${comment}` })
      setText('')
      toast.success(t('workspace.fresh_asked', { name }))
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await invalidate('comment')
      await renewed()
    }
  })
  return (
    <>
      <Button variant="primary" wide icon={<RefreshCw size={14} aria-hidden />} loading={busy} onClick={() => send()}>
        {t('workspace.ask_fresh', { name: name.split(' ')[0] ?? name })}
      </Button>
      {lastComment ? (
        <Text as="p" size={12} tone="soft">
          {t('workspace.fresh_told', { date: format.dateTime(lastComment.created_at) })}
        </Text>
      ) : null}
      <TextArea
        label={t('workspace.message', { name })}
        maxLength={2000}
        rows={3}
        value={text}
        placeholder={t('workspace.fresh_default')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </>
  )
}

interface Moment {
  readonly key: string
  readonly at: string
  readonly what: string
  readonly who: string | null
  readonly asked?: boolean
}

/** What has happened since it was asked, newest first, down to what became of earlier requests. */
function Since({
  asked,
  earlier,
  ground,
  history,
  spoken,
}: Pick<ApprovalDecideProps, 'asked' | 'earlier' | 'ground' | 'history'> & { readonly spoken: readonly Spoken[] }) {
  const t = useWords('risks')
  const format = useFormat()
  const contextOf = useFieldContexts(risk)
  const measure = useEntityWords({ area: 'measures', name: 'measure' })
  const action = useEntityWords({ area: 'actions', name: 'remediation' })
  const gap = useEntityWords({ area: 'gaps', name: 'gap' })
  const words = { measure, remediation: action, gap }
  const begun = Date.parse(String(asked.asked_at))
  const describeDecision = ({ state, reason }: DecisionRequest) => {
    const what = state === 'APPROVED' || state === 'REJECTED' ? t(`entities.risk.choices.status.${state}`) : t('workspace.replaced')
    return reason ? t('workspace.because', { what, reason }) : what
  }
  const moments: Moment[] = [
    ...history
      .filter(({ at, action: done }) => Date.parse(at) > begun && done !== 'approval_asked')
      .map((entry, n): Moment => ({ key: `risk ${n}`, at: entry.at, what: sayAction(risk, entry, contextOf), who: entry.actor?.name ?? 'Vigie' })),
    ...(ground?.events ?? []).map((event, n): Moment => ({
      key: `event ${n}`,
      at: event.at,
      what: `${event.identifier ?? words[event.entity].one} ${words[event.entity].word(`actions.${event.action}`) ?? t('workspace.touched')}`,
      who: event.actor ?? 'Vigie',
    })),
    ...spoken.map((one): Moment => ({
      key: `said ${one.id}`,
      at: one.created_at,
      what: one.text.replaceAll(/@\[\d+\]\s*/g, ''),
      who: one.author?.name ?? null,
    })),
    { key: 'asked', at: new Date(begun).toISOString(), what: t('workspace.frozen_here'), who: asked.asked_by?.name ?? null, asked: true },
    ...earlier
      .filter(({ id, decided_at }) => id !== asked.id && decided_at !== null)
      .map((one): Moment => ({
        key: `before ${one.id}`,
        at: new Date(String(one.decided_at)).toISOString(),
        what: describeDecision(one),
        who: one.decided_by?.name ?? null,
      })),
  ]
  return (
    <section>
      <Text as="h4" size={12} weight={500} tone="soft">
        {t('workspace.since')}
      </Text>
      <Grid as="ol" gap={10} above={8} className={css.since}>
        {moments
          .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
          .slice(0, 20)
          .map((one) => (
            <Grid as="li" holds breaks key={one.key} data-asked={one.asked || undefined}>
              <span>{one.what}</span>
              <time dateTime={one.at}>{format.date(one.at)}</time>
              <small>{one.who}</small>
            </Grid>
          ))}
      </Grid>
    </section>
  )
}
