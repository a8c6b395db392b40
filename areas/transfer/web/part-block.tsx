import { Download } from 'lucide-react'
import { useState } from 'react'
import { partBytes, type importPart, type PartResult } from '#areas/transfer/contract/calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { chosenParts, type ChosenPart } from '#kit/contract/part.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './transfer.module.css'

interface Tried {
  readonly file: File
  readonly result: PartResult
}

/** A part of what the organisation has, carried to another one as a small file, and taken from one: looked at first. */
export function PartBlock() {
  const t = useWords('transfer')
  const [chosen, setChosen] = useState<readonly ChosenPart[]>([])
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<Tried>()
  const look = async ([file]: File[]) => {
    if (!file) return
    setBusy(true)
    try {
      const { object } = await api.upload<AnswerOf<typeof importPart>>('/part?dry_run=1', file)
      setTried({ file, result: object })
    } catch (reason) {
      toast.error(failureText(reason))
    }
    setBusy(false)
  }
  const fetchIt = () => void api.download(`/part?parts=${chosen.join(',')}`).catch((reason: unknown) => toast.error(failureText(reason)))
  return (
    <Block title={t('part.title')} sub={t('part.sub')}>
      <Stack gap={10}>
        <Row as="fieldset" gap={16} wrap align="center">
          <legend className={css.legend}>{t('part.choose')}</legend>
          {chosenParts.map((part) => (
            <Checkbox
              key={part}
              label={t(`part.parts.${part}`)}
              checked={chosen.includes(part)}
              onChange={(event) => setChosen(chosenParts.filter((one) => (one === part ? event.currentTarget.checked : chosen.includes(one))))}
            />
          ))}
          <Button icon={<Download size={14} aria-hidden />} disabled={chosen.length === 0} onClick={fetchIt}>
            {t('part.download')}
          </Button>
        </Row>
        <Text as="p" size={13}>
          {t('part.bring')}
        </Text>
        <FileDrop single accept=".json" maxBytes={partBytes} disabled={busy} onFiles={(files) => void look(files)} />
      </Stack>
      {tried ? <AddDialog tried={tried} onClose={() => setTried(undefined)} /> : null}
    </Block>
  )
}

function AddDialog({ tried: { file, result }, onClose }: { readonly tried: Tried; readonly onClose: () => void }) {
  const t = useWords('transfer')
  const format = useFormat()
  const made = result.kinds.reduce((sum, one) => sum + one.made, 0)
  const send = async () => {
    const { message } = await api.upload<AnswerOf<typeof importPart>>('/part', file)
    await queryClient.invalidateQueries()
    return message
  }
  return (
    <FormDialog title={t('part.add_title', { name: result.name })} action={t('part.add')} complete={made > 0} send={send} onClose={onClose}>
      {() => (
        <Stack gap={10}>
          <Text as="p" size={13}>
            {t('part.made_at', { moment: format.dateTime(result.made_at) })} {made === 0 ? t('part.nothing') : t('part.kept_text')}
          </Text>
          <ul className={css.counts}>
            {result.kinds.map((kind) => (
              <li key={kind.entity}>
                <Text weight={500}>{kind.many}</Text> {t('part.counts', { made: kind.made, kept: kind.kept })}
                {kind.names.length > 0 ? (
                  <Text as="p" size={13} tone="quiet">
                    {kind.names.join(', ')}
                    {kind.made > kind.names.length ? '…' : ''}
                  </Text>
                ) : null}
              </li>
            ))}
          </ul>
        </Stack>
      )}
    </FormDialog>
  )
}
