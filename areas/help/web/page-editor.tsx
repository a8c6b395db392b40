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
    <form ref={form} className={css.editor} noValidate onSubmit={save}>
      <header className={css.heading}>
        <h2>{t('edit.title', { title: source[`title_${language}`] })}</h2>
        <Text size={12} tone="quiet">
          {t(source.edited ? 'edit.edited' : 'edit.original')}
        </Text>
      </header>
      {theirs ? <Theirs draft={draft} theirs={theirs} /> : null}
      <div className={css.languages}>
        {languages.map((language) => (
          <LanguageFields key={language} language={language} draft={draft} errorOf={errorOf} onChange={change} />
        ))}
      </div>
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
      <div className={css.languages}>
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
      </div>
      <footer className={css.foot}>
        {source.edited ? <Button onClick={() => void restore()}>{t('edit.restore')}</Button> : null}
        <span />
        <Button onClick={onDone}>{kit('actions.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!dirty} loading={busy}>
          {kit('actions.save')}
        </Button>
      </footer>
    </form>
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
    <fieldset className={css.language} lang={language}>
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
    </fieldset>
  )
}

const texts = ['title_en', 'title_fr', 'content_en', 'content_fr'] as const

/** What stands there now, where it is not what one is about to save. */
function Theirs({ draft, theirs }: { readonly draft: WikiSource; readonly theirs: WikiSource }) {
  const kit = useWords('kit')
  return (
    <div role="alert" className={css.theirs}>
      <p>{kit('errors.stale')}</p>
      {texts
        .filter((field) => draft[field] !== theirs[field])
        .map((field) => (
          <pre key={field} lang={field.slice(-2)}>
            {theirs[field]}
          </pre>
        ))}
    </div>
  )
}
