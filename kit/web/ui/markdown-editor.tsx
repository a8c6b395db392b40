import { Bold, Heading, Image, Italic, Link, List, Minus, TextQuote } from 'lucide-react'
import { useRef, useState, type ComponentType } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { Button, IconButton } from './button.tsx'
import { Field, type FieldTexts } from './field.tsx'
import { Markdown } from './markdown.tsx'
import styles from './markdown.module.css'
import { toast } from './toast.ts'

type Tool = 'heading' | 'bold' | 'italic' | 'rule' | 'quote' | 'list' | 'image' | 'link'
const tools: readonly (readonly [Tool, ComponentType<{ size: number; strokeWidth: number }>])[] = [
  ['heading', Heading],
  ['bold', Bold],
  ['italic', Italic],
  ['rule', Minus],
  ['quote', TextQuote],
  ['list', List],
  ['image', Image],
  ['link', Link],
]

const eachLine = (text: string, mark: string) =>
  text
    .split('\n')
    .map((line) => mark + line)
    .join('\n')

/** What a tool puts in place of the selected text, and how many characters of it to select afterwards, counted from its start. */
export function applied(tool: Tool, selected: string, address = 'https://'): { text: string; select: [start: number, end: number] } {
  const around = (before: string, after: string, inner = selected) => ({
    text: before + inner + after,
    select: [before.length, before.length + inner.length] as [number, number],
  })
  const lines = (mark: string) => {
    const text = eachLine(selected, mark)
    return { text, select: [text.length, text.length] as [number, number] }
  }
  switch (tool) {
    case 'heading':
      return lines('## ')
    case 'bold':
      return around('**', '**')
    case 'italic':
      return around('_', '_')
    case 'rule':
      return { text: `${selected}\n\n---\n\n`, select: [selected.length + 7, selected.length + 7] }
    case 'quote':
      return lines('> ')
    case 'list':
      return lines('- ')
    case 'image':
      return { text: `![${selected}](${address})`, select: [selected.length + 4, selected.length + 4 + address.length] }
    case 'link':
      return { text: `[${selected}](https://)`, select: [selected.length + 3, selected.length + 11] }
  }
}

interface MarkdownEditorProps extends FieldTexts {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly disabled?: boolean
  readonly maxLength?: number
  /** Pixels (256, FRM-17). */
  readonly height?: number
  /** Whether pictures may be put in; not where people read who are not signed in. */
  readonly pictures?: boolean
}

/** Plain Markdown with buttons that write it and a preview; the browser's own undo keeps working. */
export function MarkdownEditor({
  value,
  onChange,
  onBlur,
  disabled,
  maxLength,
  height = 256,
  pictures = true,
  label,
  help,
  error,
  required,
}: MarkdownEditorProps) {
  const words = useWords('kit')
  const area = useRef<HTMLTextAreaElement>(null)
  const [preview, setPreview] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)

  const apply = (tool: Tool, address?: string) => {
    const element = area.current
    if (!element) return
    const { selectionStart, selectionEnd } = element
    const { text, select } = applied(tool, element.value.slice(selectionStart, selectionEnd), address)
    element.focus()
    // The only way to write that the browser can undo; without it the text is set and undo starts anew.
    if (!document.execCommand('insertText', false, text)) {
      element.setRangeText(text)
      onChange(element.value)
    }
    element.setSelectionRange(selectionStart + select[0], selectionStart + select[1])
  }

  const upload = async (file: File) => {
    try {
      const { object } = await api.upload<ObjectAnswer<{ url: string }>>('/picture', file)
      apply('image', object.url)
    } catch (reason) {
      toast.error((reason instanceof ApiError && reason.errors['file']?.[0]) || failureText(reason))
    }
  }

  return (
    <Field label={label} help={help} error={error} required={required}>
      {(control) => (
        <div className={styles.editor} data-invalid={error ? true : undefined}>
          <div className={styles.toolbar} role="toolbar" aria-label={words('markdown.toolbar')}>
            {tools
              .filter(([tool]) => pictures || tool !== 'image')
              .map(([tool, Icon]) => (
                <IconButton
                  key={tool}
                  label={words(`markdown.${tool}`)}
                  size="sm"
                  disabled={disabled || preview}
                  onClick={() => (tool === 'image' ? chooser.current?.click() : apply(tool))}
                >
                  <Icon size={14} strokeWidth={1.75} />
                </IconButton>
              ))}
            {pictures ? (
              <input
                ref={chooser}
                type="file"
                hidden
                accept=".png,.jpg,.jpeg,.webp"
                aria-label={words('markdown.image')}
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? []
                  event.currentTarget.value = ''
                  if (file) void upload(file)
                }}
              />
            ) : null}
            <Button variant="link" size="sm" onClick={() => setPreview(!preview)}>
              {words(preview ? 'markdown.write' : 'markdown.preview')}
            </Button>
          </div>
          {preview ? (
            <div className={styles.preview} style={{ height }}>
              {value.trim() ? <Markdown text={value} /> : words('markdown.nothing')}
            </div>
          ) : (
            <textarea
              ref={area}
              className={styles.text}
              style={{ height }}
              value={value}
              maxLength={maxLength}
              disabled={disabled}
              onChange={(event) => onChange(event.currentTarget.value)}
              onBlur={onBlur}
              {...control}
            />
          )}
        </div>
      )}
    </Field>
  )
}
