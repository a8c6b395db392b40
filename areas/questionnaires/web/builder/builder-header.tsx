import { CircleAlert, CircleCheck, Copy, Ellipsis, FileDown, FilePlus2, Pencil, Share2, Upload } from 'lucide-react'
import { useState } from 'react'
import { LazyShareDialog, useIsCatalog } from '#areas/catalog/web/index.ts'
import type { draftQuestionnaire, FileFormat, publishQuestionnaire } from '#areas/questionnaires/contract/calls.ts'
import { numbersOf, type Fault } from '#areas/questionnaires/contract/faults.ts'
import { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import { questionsOf } from '#areas/questionnaires/contract/structure.ts'
import { copyQuestionnaire } from '#areas/questionnaires/web/copy.ts'
import { ApiError, api, failureDetails, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import { PageHeading, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Content, Questionnaire } from './editor-props.ts'
import css from './builder.module.css'
import type { Draft } from './use-draft.ts'
import { useFaultWords } from './use-fault-words.ts'

const RecordPanel = lazy(async () => ({ default: (await import('#kit/web/resource/record-panel.tsx')).RecordPanel }))
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

interface BuilderHeaderProps {
  readonly row: Questionnaire
  readonly content: Content
  readonly draft: Draft
  readonly faults: readonly Fault[]
  readonly editable: boolean
  readonly onJump: (fault: Fault) => void
  readonly onEdition: (edition: number | undefined) => void
  readonly onAgain: () => void
}

/** What a questionnaire is called, which version is shown, how it is saved, and what can be done with it. */
export function BuilderHeader({ row, content, draft, faults, editable, onJump, onEdition, onAgain }: BuilderHeaderProps) {
  const t = useWords('questionnaires')
  const kit = useWords('kit')
  const format = useFormat()
  const navigate = useNavigate()
  const say = useFaultWords()
  const shares = useIsCatalog()
  const [dialog, setDialog] = useState<'edit' | 'import' | 'share'>()
  const [busy, setBusy] = useState(false)
  const { structure } = draft
  const { edition, editions } = content
  const [first] = faults
  const number = first && (numbersOf(structure).get(first.at.key) ?? first.at.key)

  const publish = async () => {
    if (first) {
      toast.error(t('errors.not_publishable'))
      return onJump(first)
    }
    const version = await draft.flush()
    if (version === undefined) return
    if (!(await confirm({ title: t('confirm.publish', { edition }), message: t('confirm.publish_text'), confirm: t('actions.publish', { edition }) }))) return
    setBusy(true)
    try {
      const { message } = await api.call<typeof publishQuestionnaire>('POST /questionnaire/{id}/publish', { params: { id: row.id }, body: { version } })
      toast.success(message ?? '')
      await renewed()
      onAgain()
    } catch (reason) {
      toast.error(failureDetails(reason))
    } finally {
      setBusy(false)
    }
  }
  const begin = async () => {
    setBusy(true)
    try {
      const { message } = await api.call<typeof draftQuestionnaire>('POST /questionnaire/{id}/draft', { params: { id: row.id } })
      toast.success(message ?? '')
      await renewed()
      onAgain()
    } catch (reason) {
      toast.error(reason instanceof ApiError ? reason.message : failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  const download = async (as: FileFormat) => {
    await draft.flush()
    await api.download(`/questionnaire/${row.id}/file`, { query: { format: as, edition } }).catch((reason: unknown) => toast.error(failureText(reason)))
  }
  return (
    <>
      <PageToolbar>
        <PageHeading
          title={row.name ?? row.identifier}
          text={t('builder.counts', { sections: structure.sections.length, questions: questionsOf(structure).length })}
        />
        <StatusBadge tone={content.published_at ? 'success' : 'neutral'} glyph={content.published_at ? 'check' : 'dashed'}>
          {editions.length > 1
            ? t(content.published_at ? 'entities.questionnaire.choices.status.PUBLISHED' : 'entities.questionnaire.choices.status.DRAFT')
            : t(content.published_at ? 'builder.published' : 'builder.draft', { edition })}
        </StatusBadge>
        {editions.length > 1 ? (
          <div className={css.editions}>
            <Select
              aria-label={t('builder.edition')}
              value={String(edition)}
              onChange={(value) => void draft.flush().then(() => onEdition(value === null ? undefined : Number(value)))}
              options={editions.map((one) => ({
                value: String(one.edition),
                label: one.published_at
                  ? t('builder.edition_of', { edition: one.edition, day: format.date(one.published_at.slice(0, 10)) })
                  : t('builder.draft', { edition: one.edition }),
              }))}
            />
          </div>
        ) : null}
        <Spring />
        {editable ? <SavedSign draft={draft} onAgain={onAgain} /> : null}
        {editable && first ? (
          <Row
            type="button"
            as="button"
            inline
            cut
            align="center"
            gap={6}
            padX={10}
            corner={6}
            fill="surface"
            tone="bad"
            size={12}
            weight={500}
            className={css.faults}
            title={say(first)}
            onClick={() => onJump(first)}
          >
            <CircleAlert size={14} aria-hidden />
            {t('builder.to_correct', { count: faults.length, first: `${number ? `${number} · ` : ''}${say(first)}` })}
          </Row>
        ) : null}
        {editable ? (
          <Button variant={first ? 'default' : 'primary'} loading={busy} onClick={() => void publish()}>
            {t('actions.publish', { edition })}
          </Button>
        ) : null}
        {!editable && row.edit_right && row.draft_edition === null && content.published_at ? (
          <Button variant="primary" icon={<FilePlus2 size={14} aria-hidden />} loading={busy} onClick={() => void begin()}>
            {t('actions.next', { edition: (row.edition ?? 0) + 1 })}
          </Button>
        ) : null}
        <Menu
          label={kit('actions.more')}
          width={260}
          placement="bottom-end"
          trigger={(props) => (
            <IconButton label={kit('actions.more')} {...props}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          )}
        >
          <MenuGroup>
            <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={() => void draft.flush().then(() => setDialog('edit'))}>
              {t(row.edit_right ? 'actions.about' : 'actions.about_read')}
            </MenuItem>
            {row.edit_right ? (
              <MenuItem
                icon={<Copy size={14} aria-hidden />}
                onSelect={() => copyQuestionnaire(row, (id) => void navigate({ to: path('/org/questionnaires/$id', { id }) }))}
              >
                {kit('actions.duplicate')}
              </MenuItem>
            ) : null}
            {shares && row.edit_right ? (
              <MenuItem icon={<Share2 size={14} aria-hidden />} onSelect={() => setDialog('share')}>
                {t('actions.share')}
              </MenuItem>
            ) : null}
          </MenuGroup>
          <MenuGroup>
            {editable ? (
              <MenuItem icon={<Upload size={14} aria-hidden />} onSelect={() => setDialog('import')}>
                {t('actions.import')}
              </MenuItem>
            ) : null}
            <MenuItem icon={<FileDown size={14} aria-hidden />} onSelect={() => void download('xlsx')}>
              {t('actions.excel')}
            </MenuItem>
            <MenuItem icon={<FileDown size={14} aria-hidden />} onSelect={() => void download('json')}>
              {t('actions.json')}
            </MenuItem>
          </MenuGroup>
        </Menu>
      </PageToolbar>
      <Suspense fallback={null}>
        {dialog === 'edit' ? (
          <RecordPanel
            entity={questionnaire}
            id={row.id}
            edit
            onOpen={() => {
              setDialog(undefined)
              onAgain()
            }}
          />
        ) : null}
        {dialog === 'share' ? (
          <LazyShareDialog
            entity="questionnaire"
            row={row}
            onClose={() => {
              setDialog(undefined)
              onAgain()
            }}
          />
        ) : null}
        {dialog === 'import' ? <ImportDialog id={row.id} onClose={() => setDialog(undefined)} onTake={(taken) => draft.change(() => taken)} /> : null}
      </Suspense>
    </>
  )
}

function SavedSign({ draft: { saving, savedAt, failure, flush }, onAgain }: { readonly draft: Draft; readonly onAgain: () => void }) {
  const t = useWords('questionnaires')
  const kit = useWords('kit')
  const format = useFormat()
  if (saving === 'failed' || saving === 'stale') {
    return (
      <Row as="span" inline align="center" gap={6} tone="quiet" size={12} className={css.unsaved} role="alert">
        {failure}
        <Button size="sm" onClick={() => (saving === 'stale' ? onAgain() : void flush())}>
          {saving === 'stale' ? t('builder.reload') : kit('actions.try_again')}
        </Button>
      </Row>
    )
  }
  return (
    <Row as="span" inline align="center" gap={6} tone="quiet" size={12} className={css.saved} role="status">
      {saving === 'saved' ? <CircleCheck size={14} aria-hidden /> : null}
      {saving === 'saved'
        ? savedAt
          ? t('builder.saved_at', { time: format.dateTime(savedAt.toISOString()).slice(-5) })
          : t('builder.saved')
        : t('builder.saving')}
    </Row>
  )
}
