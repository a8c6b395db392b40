import { Ban, Flag, FlagOff, Info, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { commentOf, shortestJustification } from '#areas/campaigns/contract/answer-progress.ts'
import { useScored } from '#areas/campaigns/web/results/results-api.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Reading } from '#kit/web/ui/reading.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { ActionBox } from './action-box.tsx'
import { ConflictBox } from './conflict-box.tsx'
import { EvidenceBox } from './evidence-box.tsx'
import { MissingPart } from './missing-part.tsx'
import { LevelCards } from './level-cards.tsx'
import { textOf, type Lang } from './model.ts'
import { QuestionControl } from './question-control.tsx'
import { partName, sectionsOf } from './sections.ts'
import { showsProofs, type Evaluation } from './use-evaluation.ts'
import css from './item.module.css'

interface ItemProps {
  readonly evaluation: Evaluation
  readonly lang: Lang
  readonly item: number
  readonly flagged: boolean
  readonly acting: boolean
  readonly onActing: (acting: boolean) => void
  readonly onFlag: () => void
  readonly onLang: (lang: Lang) => void
  readonly onNa: () => void
}

/** What is asked, and what is answered to it. */
export function ItemView(props: ItemProps) {
  const { evaluation, lang, item, onNa } = props
  const t = useWords('campaigns')
  const { model, store, question, mayAnswer, state, source } = evaluation
  const asks = model.itemOf.get(item)
  const questioned = question(item)
  const values = store.valuesAt(item)
  const open = mayAnswer(item)
  const answer = state.answers.get(item)
  const heading = useId()
  if (!asks) return null
  const levelled = !questioned || questioned.type === 'SCALE'
  const suggested = answer?.suggested === true && !state.drafts.has(item)
  // All of the section that are suggested and nobody has touched.
  const beside = evaluation.asked.filter(
    (one) => model.itemOf.get(one)?.part === asks.part && state.answers.get(one)?.suggested === true && !state.drafts.has(one),
  )
  const place = model.content.perimeter.name ?? ''
  return (
    <Stack as="article" gap={14} className={css.item} aria-labelledby={heading}>
      <ItemHead {...props} heading={heading} />
      {state.drafts.get(item)?.state === 'conflict' ? <ConflictBox evaluation={evaluation} item={item} lang={lang} /> : null}
      {suggested ? (
        <Row align="center" spread="between" gap={12} padY={8} padX={12} corner={8} fill="accent" size={13} className={css.suggested}>
          <p>{t('answer.suggested')}</p>
          {open && source.confirm ? (
            <>
              <Button size="sm" onClick={() => void store.confirm([item])}>
                {t('answer.confirm')}
              </Button>
              {beside.length > 1 ? (
                <Button size="sm" variant="subtle" onClick={() => void store.confirm(beside)}>
                  {t('answer.confirm_section', { count: beside.length })}
                </Button>
              ) : null}
            </>
          ) : null}
        </Row>
      ) : null}
      <Row align="center" spread="between" gap={8} above={4} className={css.asks}>
        <Text as="h2" size={14} id={`${heading}-where`}>
          {questioned ? t('answer.your_answer') : t('answer.where', { place })}
        </Text>
        {open && model.rules.na_allowed && !values.na ? (
          <Button variant="subtle" icon={<Ban size={14} aria-hidden />} onClick={onNa}>
            {t('answer.na')} <Kbd>N</Kbd>
          </Button>
        ) : null}
      </Row>
      <Reading on={!open}>
        {values.na ? (
          <NotApplicable {...props} />
        ) : levelled ? (
          <LevelCards evaluation={evaluation} item={item} lang={lang} labelled={`${heading}-where`} />
        ) : (
          <QuestionControl evaluation={evaluation} question={questioned} item={item} lang={lang} labelled={heading} />
        )}
        {values.na ? null : <Comment evaluation={evaluation} item={item} />}
      </Reading>
      <Grid gap={16} align="start" className={css.pair}>
        {showsProofs(evaluation, item) === 'NONE' ? null : <EvidenceBox evaluation={evaluation} item={item} />}
        {levelled && source.openAction && model.rules.remediation_enabled ? <ActionBox {...props} heading={heading} /> : null}
      </Grid>
    </Stack>
  )
}

function ItemHead({ evaluation, lang, item, flagged, onFlag, onLang, heading }: ItemProps & { readonly heading: string }) {
  const t = useWords('campaigns')
  const { model, question } = evaluation
  const asks = model.itemOf.get(item)
  const title = useRef<HTMLHeadingElement>(null)
  const section = sectionsOf(evaluation).find(({ items }) => items.includes(item))
  // Whoever reads with the ears hears what is asked next.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  if (!asks) return null
  const asked = question(item)
  const description = textOf(asks, 'description', lang)
  const changed = model.changed.get(item)
  const was = changed && !changed.new ? textOf(changed, 'name', lang) : ''
  // Only what is worded otherwise: its help or its choices may be what has changed.
  const former = was === textOf(asks, 'name', lang) ? '' : was
  return (
    <>
      <Row gap={8} align="center" wrap>
        <Row as="span" grow align="center" gap={8} tone="soft" size={13} className={css.place}>
          {section
            ? t('answer.place', { part: partName(section.part, lang, t('answer.loose')), n: section.items.indexOf(item) + 1, count: section.items.length })
            : null}
          <Text as="i" padX={6} edge="strong" corner={4} size={11} line={18}>
            {t(asked && !asked.mandatory ? 'answer.optional' : 'answer.mandatory')}
          </Text>
        </Row>
        <Button variant="subtle" icon={flagged ? <FlagOff size={14} aria-hidden /> : <Flag size={14} aria-hidden />} aria-pressed={flagged} onClick={onFlag}>
          {t(flagged ? 'answer.unflag' : 'answer.flag')}
        </Button>
        <Segmented
          label={t('answer.text_language')}
          value={lang}
          onChange={onLang}
          options={[
            { value: 'en', label: 'EN' },
            { value: 'fr', label: 'FR' },
          ]}
        />
      </Row>
      <Text id={heading} as="h2" size={20} breaks className={css.title} lang={lang} tabIndex={-1} ref={title}>
        {asks.identifier ? (
          <Text tone="quiet" weight={500}>
            {asks.identifier}
          </Text>
        ) : null}{' '}
        {textOf(asks, 'name', lang)}
      </Text>
      {changed ? (
        <Row as="p" wrap gap={10} rowGap={4} padY={6} padX={10} fill="accent" tone="soft" size={13} className={css.changed}>
          <Text as="b" tone="plain">
            {t(changed.new ? 'answer.changed.new' : 'answer.changed.changed', { campaign: t('answer.changed.last') })}
          </Text>
          {former ? <span lang={lang}>{t('answer.changed.was', { name: former })}</span> : null}
        </Row>
      ) : null}
      {description ? (
        <Box size={14} line={22} breaks className={css.text} lang={lang}>
          <Written literal={asks.literal} text={description} />
        </Box>
      ) : null}
      {asks.look_at ? (
        <Box padY={10} padX={14} edge="all" corner={8} fill="subtle" tone="soft" size={13} className={css.look}>
          <h3>{t('answer.look_at')}</h3>
          <Written literal={asks.literal} text={asks.look_at} />
        </Box>
      ) : null}
    </>
  )
}

/** A text with its own lines and numbering, unless it is one that people wrote as Markdown. */
const Written = ({ literal, text }: { readonly literal: boolean; readonly text: string }) =>
  literal ? <p className={css.literal}>{text}</p> : <Markdown text={text} />

function NotApplicable({ evaluation, item, onNa }: ItemProps) {
  const t = useWords('campaigns')
  const { store, mayAnswer, state } = evaluation
  const scored = useScored()
  const id = useId()
  const values = store.valuesAt(item)
  const open = mayAnswer(item)
  const field = useRef<HTMLTextAreaElement>(null)
  const written = values.justification ?? ''
  const fresh = state.drafts.has(item)
  useEffect(() => {
    if (fresh && written === '') field.current?.focus()
    // Only when it begins.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const short = written.trim().length < shortestJustification
  return (
    <Stack gap={6} padY={12} padX={14} corner={8} fill="accent" size={13} className={css.na}>
      <div>
        <Row as="i" align="center" gap={5} padX={8} corner={4} fill="mute" tone="mute" line={22}>
          <Ban size={12} aria-hidden /> {t('answer.na')}
        </Row>
        <p>{t(scored ? 'answer.na_text' : 'answer.na_plain')}</p>
        {open ? (
          <Button icon={<Undo2 size={13} aria-hidden />} onClick={onNa}>
            {t('answer.undo')} <Kbd>N</Kbd>
          </Button>
        ) : null}
      </div>
      <label htmlFor={id}>
        {t('answer.justification')} <Text tone="bad">*</Text>
      </label>
      <TextArea
        id={id}
        ref={field}
        rows={3}
        maxLength={4000}
        placeholder={t('answer.justification_hint')}
        aria-invalid={short}
        aria-describedby={`${id}-why`}
        value={written}
        onChange={(event) => store.edit(item, { justification: event.target.value })}
      />
      <p className={css.below} id={`${id}-why`}>
        <span data-bad={short || undefined}>{short ? t('answer.errors.justification') : ''}</span>
        <span>{t('answer.characters', { n: written.trim().length, count: shortestJustification })}</span>
      </p>
    </Stack>
  )
}

function Comment({ evaluation, item }: { readonly evaluation: Evaluation; readonly item: number }) {
  const t = useWords('campaigns')
  const { model, store, question, given } = evaluation
  const id = useId()
  const values = store.valuesAt(item)
  const rule = commentOf(model.rules, values.level, question(item))
  if (rule === 'NONE') return null
  const lacking = evaluation.stands(item).lacks.includes('comment')
  const levelled = given.get(item)?.level !== null && rule === 'REQUIRED' && !model.rules.comment_required && question(item)?.comment !== 'REQUIRED'
  return (
    <div className={css.comment}>
      <label htmlFor={id}>
        <Text as="b" tone="plain" weight={500}>
          {t('answer.comment')}
        </Text>
        {rule === 'REQUIRED' ? <Text tone="bad"> *</Text> : null}
        <span>{t(rule === 'REQUIRED' ? (levelled ? 'answer.required_at' : 'answer.required') : 'answer.not_required')}</span>
        <Kbd>C</Kbd>
        <Row as="em" align="center" gap={4} pushed tone="quiet" size={12}>
          <Info size={12} aria-hidden /> {t('answer.comment_hint')}
        </Row>
      </label>
      <TextArea
        id={id}
        data-field="comment"
        rows={3}
        maxLength={4000}
        required={rule === 'REQUIRED'}
        aria-required={rule === 'REQUIRED'}
        aria-invalid={lacking}
        {...(lacking && { 'aria-describedby': `${id}-lack` })}
        value={values.comment ?? ''}
        onChange={(event) => store.edit(item, { comment: event.target.value })}
      />
      {lacking ? <MissingPart id={`${id}-lack`} what="comment" /> : null}
    </div>
  )
}
