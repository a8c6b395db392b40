import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { AddedFramework } from '#areas/library/contract/addition.ts'
import { policy, policyKinds } from '#areas/policies/contract/policy.ts'
import { useLanguageOrder } from '#areas/library/web/shelf/names.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { toast } from '#kit/web/ui/toast.ts'
import css from './added.module.css'

/** What the publisher calls it; its kind was guessed and is changed in place. */
export function AddedFacts({ framework, onChanged }: { readonly framework: AddedFramework; readonly onChanged: () => void }) {
  const t = useWords('library')
  const format = useFormat()
  const language = useLanguage()
  const words = useEntityWords(policy)
  const order = useLanguageOrder()
  const [editing, setEditing] = useState(false)
  const languageName = new Intl.DisplayNames([language], { type: 'language' })
  const spoken = (code: string) => {
    const displayName = languageName.of(code) ?? code
    return `${displayName.charAt(0).toLocaleUpperCase(language)}${displayName.slice(1)}`
  }
  const change = async (kind: string | null) => {
    setEditing(false)
    if (kind === null || kind === framework.kind) return
    try {
      await api.put(`/policy/${framework.policy_id}`, { kind, version: framework.version })
    } catch (reason) {
      toast.error(failureText(reason))
    }
    onChanged()
  }
  const kind = framework.kind === null ? t('added.kind_none') : words.choice('kind', framework.kind)
  const version = framework.publication_date ? `${framework.version_label} (${format.date(framework.publication_date)})` : framework.version_label
  const facts = [
    ['reference', framework.reference ?? '—'],
    ['publisher', framework.provider ?? '—'],
    ['version', version],
    ['kind', kind],
    ['content', t('added.content', { requirements: framework.requirements, groups: framework.groups })],
    ['languages', order(framework.languages).map(spoken).join(', ') || '—'],
  ] as const
  return (
    <Row as="dl" wrap overflow="clipped" edge="all" fill="surface" className={css.facts}>
      {facts.map(([what, value]) => (
        <Box narrows padY={8} padX={14} key={what}>
          <dt>{t(`added.facts.${what}`)}</dt>
          <dd>
            {what === 'kind' && editing ? (
              <span ref={(element) => takeFocus(element?.querySelector('input, button') ?? null)}>
                <Select
                  label={t('added.kind_edit')}
                  value={framework.kind}
                  onChange={(chosen) => void change(chosen)}
                  options={policyKinds.map((each) => ({ value: each, label: words.choice('kind', each) }))}
                />
              </span>
            ) : (
              value
            )}
            {what === 'kind' && framework.may_change && !editing ? (
              <IconButton label={t('added.kind_edit')} size="sm" onClick={() => setEditing(true)}>
                <Pencil size={12} />
              </IconButton>
            ) : null}
          </dd>
        </Box>
      ))}
    </Row>
  )
}
