import { ArrowLeft, Check, MessageSquareQuote } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Check as Box } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { ChangeCard } from './change-card.tsx'
import { decide, undo, useProposal } from './proposals-api.ts'
import { Effect } from './effect.tsx'
import css from './proposals.module.css'
import type { Proposal, ProposedChange } from '#areas/assistants/contract/proposals.ts'

interface Props {
  readonly id: number
  readonly onBack: () => void
}

/** One proposal: why, and each change beside what there is. */
export function OneProposal({ id, onBack }: Props) {
  const { data, error, refetch } = useProposal(id)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={10} />
  return <Opened proposal={data} onBack={onBack} />
}

const ready = ({ decides, changed }: ProposedChange) => decides && changed === null

function Opened({ proposal, onBack }: { readonly proposal: Proposal; readonly onBack: () => void }) {
  const t = useWords('assistants')
  const kit = useWords('kit')
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  // What somebody changed since is looked at again before it can be accepted: at the version that they were shown.
  const [compared, setCompared] = useState<ReadonlyMap<number, number | null>>(new Map())
  const list = useRef<HTMLDivElement>(null)
  const { id, objects } = proposal
  const acceptable = (one: ProposedChange) => ready(one) || (one.decides && compared.has(one.id) && compared.get(one.id) === one.version)
  const able = objects.filter(acceptable)
  const chosen = able.filter((one) => !left.has(one.id))
  const open = objects.filter(({ decides }) => decides)

  const send = async (accept: readonly ProposedChange[], refuse: readonly ProposedChange[]) => {
    if (busy) return
    setBusy(true)
    try {
      const { message } = await decide(id, { accept: accept.map((one) => ({ id: one.id, version: one.version })), refuse: refuse.map((one) => one.id) })
      const decided = [...accept, ...refuse].map((one) => one.id)
      toast.success(message, { action: { label: kit('actions.undo'), run: () => void takeBack(id, decided) } })
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await invalidate('proposal')
      setBusy(false)
    }
  }
  const acceptChosen = async () => {
    if (chosen.length === 0) return
    if (
      chosen.length > 20 &&
      !(await confirm({ title: t('proposals.many_question', { count: chosen.length }), count: chosen.length, confirm: t('proposals.accept') }))
    )
      return
    await send(chosen, [])
  }
  const refuseAll = async () => {
    const agreed = await confirm({
      title: t('proposals.refuse_question', { count: open.length }),
      count: open.length,
      confirm: t('proposals.refuse'),
      danger: true,
    })
    if (agreed) await send([], open)
  }
  const toggle = (one: ProposedChange) => setLeft((now) => new Set(now.has(one.id) ? [...now].filter((each) => each !== one.id) : [...now, one.id]))

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void acceptChosen()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])]
    const at = cards.findIndex((card) => card.contains(event.target as Node))
    const one = objects[at]
    const step = { j: 1, k: -1 }[event.key]
    if (step !== undefined) cards[Math.max(0, Math.min(cards.length - 1, at + step))]?.focus()
    else if (event.key === 'a' && one && acceptable(one)) void send([one], [])
    else if (event.key === 'r' && one?.decides) void send([], [one])
    else if (event.key === 'x' && one && acceptable(one)) toggle(one)
    else return
    event.preventDefault()
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <div className={css.proposal} onKeyDown={onKey} role="presentation">
      <header className={css.head}>
        <span className={css.back}>
          <IconButton label={t('proposals.back')} onClick={onBack}>
            <ArrowLeft size={16} />
          </IconButton>
        </span>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {proposal.title}
          </h2>
          <Text as="p" size={12} tone="quiet">
            {t('proposals.made_by', { assistant: proposal.assistant, prefix: proposal.prefix, maker: proposal.maker })} · {format.dateTime(proposal.made_at)}
            {open.length > 0 ? ` · ${t('proposals.ends', { date: format.date(proposal.ends_at) })}` : ''}
          </Text>
        </div>
        {open.length > 0 ? (
          <Row gap={8} className={css.verbs}>
            <Button disabled={busy} onClick={() => void refuseAll()}>
              {t('proposals.refuse_all')}
            </Button>
            {chosen.length > 0 ? (
              <Button variant="primary" icon={<Check size={14} />} disabled={busy} onClick={() => void acceptChosen()}>
                {t('proposals.accept_count', { count: chosen.length })}
              </Button>
            ) : null}
          </Row>
        ) : null}
      </header>
      <div className={css.reason}>
        <MessageSquareQuote size={16} aria-hidden />
        <p>
          <b>{t('proposals.reason')}</b> {proposal.reason}
        </p>
      </div>
      {open.length > 0 ? <Effect id={id} /> : null}
      {able.length > 1 ? (
        <Row as="label" gap={8} align="center" className={css.all}>
          <Box
            checked={chosen.length === able.length}
            indeterminate={chosen.length > 0 && chosen.length < able.length}
            aria-label={t('proposals.choose_all')}
            onChange={() => setLeft(chosen.length === able.length ? new Set(able.map((one) => one.id)) : new Set())}
          />
          <b aria-live="polite">{t('proposals.chosen', { count: chosen.length, all: able.length })}</b>
        </Row>
      ) : null}
      <div ref={list} className={css.cards}>
        {objects.map((one) => (
          <ChangeCard
            key={one.id}
            change={one}
            busy={busy}
            chosen={acceptable(one) ? !left.has(one.id) : undefined}
            onChoose={() => toggle(one)}
            onAccept={acceptable(one) ? () => void send([one], []) : undefined}
            onRefuse={one.decides ? () => void send([], [one]) : undefined}
            onCompare={
              one.decides && one.changed && !acceptable(one)
                ? () => void invalidate('proposal').then(() => setCompared((now) => new Map(now).set(one.id, one.version)))
                : undefined
            }
          />
        ))}
      </div>
      {open.length > 0 ? (
        <Text as="p" size={12} tone="quiet" className={css.keys}>
          {t('proposals.keys')}
        </Text>
      ) : null}
    </div>
  )
}

async function takeBack(id: number, changes: readonly number[]): Promise<void> {
  try {
    toast.success((await undo(id, changes)).message)
  } catch (reason) {
    toast.error(failureText(reason))
  }
  await invalidate('proposal')
}
