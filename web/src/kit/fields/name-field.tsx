import { useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import {
  findPartNameFault,
  findPieceNameFault,
  MAX_PART_NAME_LENGTH,
  MAX_PIECE_NAME_LENGTH,
  normalizeName,
} from '#core/library/piece.ts'
import { codePointCount } from '#core/protocol/plain-text.ts'
import { TextField } from './field.tsx'

type Props = {
  /** What is named: a piece (3 to 25 characters) or a section, which is a part (1 to 25). */
  of: 'piece' | 'part'
  label: string
  value: string
  onChange: (value: string) => void
  /** The hint below the field, or 'length' for one that counts the characters. */
  hint?: string | undefined
  /** Shows errors even before the field is left, because the user has tried to submit. */
  isAsked?: boolean
  /** Whether the form's other fields are empty, too: an empty name is then no error until the user submits. */
  isFormEmpty?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Shows at once that a name is too long, but other errors only after the field is left (rule NP9). */
export function NameField(props: Props) {
  const { of, label, value, onChange, hint, isAsked = false, isFormEmpty = false, ref } = props
  const { t } = useTranslation()
  const [isJudged, setJudged] = useState(false)
  const [wasFilled, setFilled] = useState(value !== '')
  const { faultOf, longest, keys } = RULES[of]
  const fault = faultOf(value)
  const isShown = fault !== null && (isAsked || fault === 'too-long' || (isJudged && !isFormEmpty))

  function change(next: string) {
    setFilled(wasFilled || next !== '')
    onChange(next)
  }

  return (
    <TextField
      ref={ref}
      label={label}
      value={value}
      autoComplete="off"
      // The counter and the error say when it is too long; a maxlength would drop characters silently.
      onChange={event => change(event.target.value)}
      onBlur={() => setJudged(wasFilled || of === 'piece')}
      error={isShown ? t(`field.${keys[fault]}`) : undefined}
      hint={hint === 'length' ? <LengthHint value={value} longest={longest} /> : hint}
    />
  )
}

function LengthHint({ value, longest }: { value: string; longest: number }) {
  const { t } = useTranslation('pieces')
  return (
    <>
      <span>{t('name.pieceHint')}</span>
      <span data-stays translate="no">
        {t('name.count', { length: codePointCount(normalizeName(value)), longest })}
      </span>
    </>
  )
}

/** Keys of the error messages in the object `field` of the common texts. */
export const PIECE_NAME_FAULT_KEYS = {
  required: 'required',
  'too-short': 'pieceNameTooShort',
  'too-long': 'pieceNameTooLong',
} as const

const RULES = {
  piece: {
    faultOf: findPieceNameFault,
    longest: MAX_PIECE_NAME_LENGTH,
    keys: PIECE_NAME_FAULT_KEYS,
  },
  part: {
    faultOf: findPartNameFault,
    longest: MAX_PART_NAME_LENGTH,
    keys: { required: 'required', 'too-short': 'required', 'too-long': 'partNameTooLong' },
  },
} as const
