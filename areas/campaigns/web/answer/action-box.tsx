import { Link2, Plus, X, Zap } from 'lucide-react'
import { useId, useMemo, useState, type FormEvent } from 'react'
import { actionOf } from '#areas/campaigns/contract/answer-progress.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { TextArea, TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { MissingPart } from './missing-part.tsx'
import { textOf, type Lang } from './model.ts'
import type { Evaluation } from './use-evaluation.ts'
import css from './boxes.module.css'

interface ActionProps {
  readonly evaluation: Evaluation
  readonly item: number
  readonly lang: Lang
  readonly acting: boolean
  readonly onActing: (acting: boolean) => void
  /** What is asked, by the id of its heading. */
  readonly heading: string
}

/** What is going to be done about an answer: the actions that came of it, and a new one, prefilled, beside the answer (CMP-27). */
export function ActionBox(props: ActionProps) {
  const { evaluation, item, acting, onActing } = props
  const t = useWords('campaigns')
  const format = useFormat()
  const id = useId()
  const mayRead = useRight('remediation.read')
  const [linking, setLinking] = useState(false)
  const { model, store, state, mayAnswer } = evaluation
  const values = store.valuesAt(item)
  const rule = values.na ? 'NONE' : actionOf(model.rules, values.level)
  const actions = state.answers.get(item)?.actions ?? []
  const open = mayAnswer(item) && rule !== 'NONE'
  const lacking = evaluation.stands(item).lacks.includes('action')
  const links = evaluation.source.linkAction !== undefined && mayRead
  const link = (remediation: number, linked: boolean) => {
    setLinking(false)
    store.linkAction(item, remediation, linked).then(
      () => toast.success(t(linked ? 'answer.messages.linked' : 'answer.messages.unlinked')),
      (reason: unknown) => toast.error(failureDetails(reason)),
    )
  }
  return (
    <Stack as="section" gap={6} narrows size={13} className={css.box} aria-labelledby={id}>
      <header>
        <Zap size={14} aria-hidden />
        <h3 id={id}>{t('answer.action')}</h3>
        {rule === 'REQUIRED' ? (
          <>
            <Text tone="bad">*</Text>
            <span>{t('answer.required_at')}</span>
          </>
        ) : null}
        {open ? <Kbd>A</Kbd> : null}
      </header>
      {actions.map((action) => (
        <Box key={action.id} padY={8} padX={10} edge="all" corner={8}>
          <Row as="p" gap={8}>
            <Text tone="soft">{action.identifier}</Text>
            {action.open && links ? (
              <Link to={path('/actions/filtered', { id: action.id })} target="_blank" rel="noopener">
                {action.name}
              </Link>
            ) : (
              <Text as="b" weight={600} breaks>
                {action.name}
              </Text>
            )}
          </Row>
          <Row as="p" gap={8}>
            <Text tone="soft">{format.date(action.target_date)}</Text>
            {open && links ? (
              <IconButton size="sm" label={t('answer.action_unlink', { name: action.identifier ?? action.name ?? '' })} onClick={() => link(action.id, false)}>
                <X size={13} />
              </IconButton>
            ) : null}
          </Row>
        </Box>
      ))}
      {rule === 'NONE' && actions.length === 0 ? (
        <Text as="p" tone="soft">
          {t(
            !mayAnswer(item) ? 'answer.action_without' : values.na ? 'answer.action_na' : values.level === null ? 'answer.action_first' : 'answer.action_none',
          )}
        </Text>
      ) : null}
      {lacking ? <MissingPart id={`${id}-lack`} what="action" /> : null}
      {open && acting ? <NewAction {...props} /> : null}
      {open && !acting ? (
        <Row as="p" gap={4} wrap>
          <Button
            variant="subtle"
            size="sm"
            icon={<Plus size={14} aria-hidden />}
            {...(lacking && { 'aria-describedby': `${id}-lack` })}
            onClick={() => onActing(true)}
          >
            {t('answer.new_action')}
          </Button>
          {links && !linking ? (
            <Button variant="subtle" size="sm" icon={<Link2 size={14} aria-hidden />} onClick={() => setLinking(true)}>
              {t('answer.action_link')}
            </Button>
          ) : null}
        </Row>
      ) : null}
      {open && linking ? (
        <ChooseAction without={actions.map((one) => one.id)} onChoose={(chosen) => link(chosen, true)} onLeave={() => setLinking(false)} />
      ) : null}
    </Stack>
  )
}

interface ChooseProps {
  readonly without: readonly number[]
  readonly onChoose: (id: number) => void
  readonly onLeave: () => void
}

/** Actions that are there already, found by name. */
function ChooseAction({ without, onChoose, onLeave }: ChooseProps) {
  const t = useWords('campaigns')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('remediation', text, true)
  const shown = useMemo(
    () => options.filter(({ id }) => !without.includes(id)).map((one) => namedOption(one.id, [one.identifier, one.name].filter(Boolean).join(' '))),
    [options, without],
  )
  return (
    <Stack align="start" gap={6} className={css.choose}>
      <Select
        label={t('answer.action_linked')}
        data-autofocus
        options={shown}
        onSearch={setText}
        more={more}
        loading={busy}
        failed={failed}
        value={null}
        onChange={(value) => {
          if (value !== null) onChoose(Number(value))
        }}
      />
      <Button size="sm" onClick={onLeave}>
        {t('answer.cancel')}
      </Button>
    </Stack>
  )
}

function NewAction({ evaluation, item, lang, onActing, heading }: ActionProps) {
  const t = useWords('campaigns')
  const { model, store } = evaluation
  const asks = model.itemOf.get(item)
  const [name, setName] = useState(asks ? textOf(asks, 'name', lang) : '')
  const [details, setDetails] = useState(store.valuesAt(item).comment ?? '')
  const [day, setDay] = useState<string | null>(model.content.campaign.limit_date_remediation)
  const [send, sending] = useSubmit(async () => {
    try {
      await store.openAction({ item, name, description: details || null, target_date: day })
      // Enter goes on from there; what would take the form's place opens it again.
      document.getElementById(heading)?.focus({ preventScroll: true })
      onActing(false)
    } catch (reason) {
      toast.error(failureDetails(reason))
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) send()
  }
  return (
    <Stack as="form" gap={8} padY={10} padX={10} edge="all" corner={8} className={css.form} noValidate onSubmit={submit}>
      <label>
        {t('answer.action_name')}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <TextInput autoFocus value={name} maxLength={500} onChange={(event) => setName(event.target.value)} />
      </label>
      <label>
        {t('answer.action_details')}
        <TextArea rows={2} value={details} maxLength={4000} onChange={(event) => setDetails(event.target.value)} />
      </label>
      <DateInput label={t('answer.action_date')} value={day} onChange={setDay} />
      <p>
        <Button onClick={() => onActing(false)}>{t('answer.cancel')}</Button>
        <Button type="submit" disabled={!name.trim()} loading={sending}>
          {t('answer.action_open')}
        </Button>
      </p>
    </Stack>
  )
}
