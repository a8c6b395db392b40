import { useState } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { joinOne, usePlaces } from './tickets-api.ts'

interface JoinDialogProps {
  readonly connector: number
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/** Which plan or runbook goes along, and where its tickets are made: the tool itself is asked for its projects. */
export function JoinDialog({ connector, onClose, onMade }: JoinDialogProps) {
  const t = useWords('ticketing')
  const [kind, setKind] = useState<Kind>('remediation')
  const [of, setOf] = useState<string | null>(null)
  const [project, setProject] = useState<string | null>(null)
  const [type, setType] = useState<string | null>(null)
  const [atOnce, setAtOnce] = useState(true)
  const [busy, setBusy] = useState(false)
  const places = usePlaces(connector, null)
  const types = usePlaces(connector, project, project !== null)
  const offered = types.data?.types ?? []
  const chosenType = type ?? offered[0] ?? null
  const join = async () => {
    if (of === null || project === null || chosenType === null) return
    setBusy(true)
    try {
      const { object, message } = await joinOne(connector, { kind, of: Number(of), project, type: chosenType, at_once: atOnce })
      toast.success(message)
      await invalidate('customer_connector')
      onMade(object.id)
    } catch (reason) {
      toast.error(failureText(reason))
      setBusy(false)
    }
  }
  return (
    <Modal
      title={t('dialog.title')}
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" loading={busy} disabled={of === null || project === null || chosenType === null} onClick={() => void join()}>
            {t('dialog.join')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Segmented
          label={t('dialog.what')}
          value={kind}
          onChange={(next: Kind) => {
            setKind(next)
            setOf(null)
          }}
          options={[
            { value: 'remediation', label: t('kinds.remediation') },
            { value: 'occurrence', label: t('kinds.occurrence') },
          ]}
        />
        <Register key={kind} kind={kind} value={of} onChange={setOf} />
        {places.error ? <ErrorState reason={places.error} onRetry={() => void places.refetch()} /> : null}
        {places.isPending && !places.error ? (
          <Text as="p" tone="quiet" role="status">
            {t('dialog.loading')}
          </Text>
        ) : null}
        {places.data ? (
          <Select
            label={t('dialog.project')}
            required
            value={project}
            options={places.data.projects.map(({ key, name }) => ({ value: key, label: `${key}, ${name}` }))}
            onChange={(next) => {
              setProject(next)
              setType(null)
            }}
          />
        ) : null}
        {project !== null ? (
          <Select
            label={t('dialog.type')}
            required
            loading={types.isFetching}
            failed={types.isError}
            value={chosenType}
            options={offered.map((one) => ({ value: one, label: one }))}
            onChange={setType}
          />
        ) : null}
        <Checkbox label={t(`at_once.${kind}`)} checked={atOnce} onChange={(event) => setAtOnce(event.target.checked)} />
        <Text as="p" tone="quiet">
          {t('dialog.text')}
        </Text>
      </Stack>
    </Modal>
  )
}

function Register({ kind, value, onChange }: { readonly kind: Kind; readonly value: string | null; readonly onChange: (value: string | null) => void }) {
  const t = useWords('ticketing')
  const [search, setSearch] = useState('')
  const { options, more, busy, failed } = useOptions(kind === 'remediation' ? 'program' : 'runbook', search, true)
  return (
    <Select
      label={t(`kinds.${kind}`)}
      required
      value={value}
      options={options.map(({ id, name }) => namedOption(id, name))}
      onSearch={setSearch}
      more={more}
      loading={busy}
      failed={failed}
      onChange={onChange}
    />
  )
}
