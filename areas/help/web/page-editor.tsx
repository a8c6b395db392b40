import { useRef, useState, type FormEvent } from 'react'
import { videoAt, videoProviders, type VideoProvider } from '#areas/help/contract/video.ts'
import type { WholeWikiSource, WikiSource } from '#areas/help/contract/calls.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useKeptForm } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { askToDiscard, confirm } from '#kit/web/ui/confirm.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { MarkdownEditor } from '#kit/web/ui/markdown-editor.tsx'
import { MultiSelect, Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { restorePage, useContents, useWikiSource, writePage } from './wiki-api.ts'
import css from './documentation.module.css'

interface PageEditorProps {
  readonly identifier: string
  readonly onDone: () => void
}

/** A page in both languages side by side, for staff; what is saved is read by everybody. */
export function PageEditor({ identifier, onDone }: PageEditorProps) {
  const { data, error, refetch } = useWikiSource(identifier)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  return data ? <Form key={`${data.identifier} ${data.edited}`} source={data} onDone={onDone} /> : <SkeletonRows count={12} />
}

const pageOf = ({ title_en, title_fr, content_en, content_fr, children, link_id, provider }: WikiSource): WikiSource => ({
  title_en,
  title_fr,
  content_en,
  content_fr,
  children,
  link_id,
  provider,
})

function Form({ source, onDone }: { readonly source: WholeWikiSource; readonly onDone: () => void }) {
  const t = useWords('help')
  const kit = useWords('kit')
  const language = useLanguage()
  const { data: groups = [] } = useContents()
  const [draft, setDraft] = useState<WikiSource>(pageOf(source))
  const [version, setVersion] = useState(source.version)
  /** What somebody else saved in the meantime. */
  const [theirs, setTheirs] = useState<WikiSource>()
  const {
    errors,
    form,
    busy,
    save: saving,
  } = useSaving({
    onRefused: ({ code, object }) => {
      if (code !== 'STALE') return
      const current = object as WholeWikiSource
      setTheirs(pageOf(current))
      setVersion(current.version)
    },
  })
  const free = useRef(false)
  const dirty = JSON.stringify(draft) !== JSON.stringify(pageOf(source))
  const change = (some: Partial<WikiSource>) => setDraft({ ...draft, ...some })
  const errorOf = (field: string) =>
    Object.entries(errors)
      .find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
      .join('. ')

  useKeptForm({ dirty, free, mayLeave: askToDiscard })

  const leave = () => {
    free.current = true
    onDone()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    void saving(async () => {
      const { message } = await writePage(source.identifier, draft, version)
      leave()
      return message
    })
  }
  const restore = async () => {
    if (!(await confirm({ message: t('edit.restore_confirm'), confirm: kit('actions.restore'), danger: true }))) return
    try {
      const { message = '' } = await restorePage(source.identifier)
      toast.success(message)
      leave()
    } catch (reason) {
      toast.error(failureText(reason))
    }
  }
  const setVideo = (typed: string) => {
    const video = videoAt(typed)
    change(video ?? { link_id: typed.trim() || null })
  }

  return (
    <Grid ref={form} as="form" gap={16} className={css.editor} noValidate onSubmit={save}>
      <Row as="header" align="center" gap={8} below={12} className={css.heading}>
        <Text as="h2" grow size={20} weight={600} breaks>
          {t('edit.title', { title: source[`title_${language}`] })}
        </Text>
        <Text size={12} tone="quiet">
          {t(source.edited ? 'edit.edited' : 'edit.original')}
        </Text>
      </Row>
      {theirs ? <Theirs draft={draft} theirs={theirs} /> : null}
      <Grid columns={2} gap={16} className={css.languages}>
        {languages.map((language) => (
          <LanguageFields key={language} language={language} draft={draft} errorOf={errorOf} onChange={change} />
        ))}
      </Grid>
      <MultiSelect
        label={t('edit.children')}
        options={groups
          .flatMap(({ pages }) => pages)
          .filter(({ identifier }) => identifier !== source.identifier)
          .map(({ identifier, title }) => ({ value: identifier, label: title }))}
        value={draft.children}
        max={24}
        error={errorOf('children')}
        onChange={(children) => change({ children })}
      />
      <Grid columns={2} gap={16} className={css.languages}>
        <Select
          label={t('edit.provider')}
          placeholder={t('edit.provider_none')}
          clearable
          options={videoProviders.map((value) => ({ value, label: t(`video.${value}`) }))}
          value={draft.provider}
          error={errorOf('provider')}
          onChange={(value) => change(value ? { provider: value as VideoProvider } : { provider: null, link_id: null })}
        />
        <TextInput
          label={t('edit.link_id')}
          help={t('edit.link_help')}
          value={draft.link_id ?? ''}
          error={errorOf('link_id')}
          onChange={(event) => setVideo(event.target.value)}
        />
      </Grid>
      <Row as="footer" gap={8} padY={12} edge="above" fill="surface" className={css.foot}>
        {source.edited ? <Button onClick={() => void restore()}>{t('edit.restore')}</Button> : null}
        <span />
        <Button onClick={onDone}>{kit('actions.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!dirty} loading={busy}>
          {kit('actions.save')}
        </Button>
      </Row>
    </Grid>
  )
}

interface LanguageFieldsProps {
  readonly language: Language
  readonly draft: WikiSource
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (some: Partial<WikiSource>) => void
}

function LanguageFields({ language, draft, errorOf, onChange }: LanguageFieldsProps) {
  const t = useWords('help')
  const kit = useWords('kit')
  const [title, content] = [`title_${language}`, `content_${language}`] as const
  return (
    <Grid as="fieldset" gap={12} edge="all" className={css.language} lang={language}>
      <legend>{kit(`language.${language}`)}</legend>
      <TextInput
        label={t('edit.page_title')}
        required
        maxLength={128}
        value={draft[title]}
        error={errorOf(title)}
        onChange={(event) => onChange({ [title]: event.target.value })}
      />
      <MarkdownEditor
        label={t('edit.text')}
        help={t('edit.text_help')}
        required
        height={440}
        maxLength={20_000}
        value={draft[content]}
        error={errorOf(content)}
        onChange={(value) => onChange({ [content]: value })}
      />
    </Grid>
  )
}

const texts = ['title_en', 'title_fr', 'content_en', 'content_fr'] as const

/** What stands there now, where it is not what one is about to save. */
function Theirs({ draft, theirs }: { readonly draft: WikiSource; readonly theirs: WikiSource }) {
  const kit = useWords('kit')
  return (
    <Box role="alert" padY={10} padX={12} corner={8} fill="warn" className={css.theirs}>
      <Text as="p" below={8} tone="warn" weight={500}>
        {kit('errors.stale')}
      </Text>
      {texts
        .filter((field) => draft[field] !== theirs[field])
        .map((field) => (
          <pre key={field} lang={field.slice(-2)}>
            {theirs[field]}
          </pre>
        ))}
    </Box>
  )
}
