import { Alert, Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import type { DocumentOperation, Parameter } from '../document/document.ts';
import { isJson, isJsonType, type JsonObject, printValue, toList } from '../document/json.ts';
import { describeType } from '../document/schema.ts';
import { useService } from '../service.tsx';
import { acceptableTypes, exampleText, fieldOf, isIdempotencyKey, isList, type RequestDraft } from './draft.ts';

interface RequestFormProps {
  operation: DocumentOperation;
  draft: RequestDraft;
  missing: readonly string[];
  isBusy: boolean;
  onChange(draft: RequestDraft): void;
  onSend(): void;
  onStop(): void;
}

export function RequestForm({ operation, draft, missing, isBusy, onChange, onSend, onStop }: RequestFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const { parameters, body } = operation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (missing.length === 0) onSend();
    else form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  };
  const stop = () => {
    onStop();
    sendButton.current?.focus();
  };
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} onKeyDown={submitByKey} noValidate className="request-form">
      <Stack gap="xs">
        <MediaTypeField
          label="Response type"
          types={acceptableTypes(operation)}
          value={draft.accept}
          onChange={(accept) => onChange({ ...draft, accept })}
        />
        {parameters.map((parameter) => {
          const field = fieldOf(parameter);
          return (
            <ParameterField
              key={field}
              parameter={parameter}
              value={draft.values[field] ?? ''}
              isMissing={parameter.location === 'path' && missing.includes(parameter.name)}
              onChange={(value) => onChange({ ...draft, values: { ...draft.values, [field]: value } })}
            />
          );
        })}
        {body !== undefined && (
          <>
            <MediaTypeField
              label="Type of the body"
              types={body.content.length > 1 ? body.content.map(({ mediaType }) => mediaType) : []}
              value={draft.contentType}
              onChange={(contentType) => onChange({ ...draft, contentType })}
            />
            <BodyField operation={operation} draft={draft} onChange={onChange} />
          </>
        )}
        <Group gap="xs">
          {/* Not disabled in earnest while it is busy: a button that is loses the focus. */}
          <Button
            ref={sendButton}
            type="submit"
            size="sm"
            aria-disabled={isBusy}
            {...(isBusy && { 'data-disabled': true })}
          >
            Send
          </Button>
          {isBusy && (
            <Button size="sm" variant="default" onClick={stop}>
              Stop
            </Button>
          )}
          <Text size="xs" c="dimmed">
            {/* What changes nothing (RFC 9110, section 9.2.1). */}
            {['GET', 'HEAD', 'OPTIONS'].includes(operation.method)
              ? 'Or press Ctrl+Enter.'
              : 'This changes data on this server.'}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

function MediaTypeField({ label, types, value, onChange }: FieldProps & { types: readonly string[] }) {
  if (types.length === 0) return null;
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={[...types]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  isMissing: boolean;
  onChange(value: string): void;
}

function ParameterField({ parameter, value, isMissing, onChange }: ParameterFieldProps) {
  const { resolve } = useService();
  const { name, location, isRequired, schema } = parameter;
  const resolved = resolve(schema);
  const common = {
    size: 'xs',
    label: name,
    required: isRequired,
    error: isMissing ? `${name} is part of the path: enter a value.` : undefined,
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  if (isList(parameter, resolve)) {
    return <Textarea {...common} description="One value per line" rows={2} spellCheck={false} />;
  }
  const choices = resolved['type'] === 'boolean' ? ['true', 'false'] : toList(resolved['enum']).map(printValue);
  if (choices.length > 0) {
    return (
      <NativeSelect {...common} data={[{ value: '', label: isRequired ? 'Choose a value' : 'Not sent' }, ...choices]} />
    );
  }
  return (
    <TextInput
      {...common}
      description={isIdempotencyKey(parameter) ? 'Leave it empty to have a new one with each attempt' : undefined}
      placeholder={hint(parameter, resolved, exampleText(parameter, resolve))}
      inputMode={describeType(resolved).words.startsWith('integer') ? 'numeric' : 'text'}
      autoComplete="off"
      spellCheck={false}
      data-location={location}
    />
  );
}

/** What stands in an empty field: the value that the server then takes, or what a value looks like. */
function hint(parameter: Parameter, schema: JsonObject, example: string): string {
  const { default: usual, examples } = schema;
  if (usual !== undefined) return `${printValue(usual)} if empty`;
  const isStated = parameter.example !== undefined || toList(examples).length > 0;
  return isStated && !isIdempotencyKey(parameter) ? `Such as ${example}` : '';
}

function BodyField({ operation, draft, onChange }: Pick<RequestFormProps, 'operation' | 'draft' | 'onChange'>) {
  const isWrong = isJsonType(draft.contentType) && draft.body !== '' && !isJson(draft.body);
  return (
    <>
      <Textarea
        size="xs"
        label="Body"
        required={operation.body?.isRequired === true}
        rows={Math.min(16, Math.max(4, draft.body.split('\n').length))}
        spellCheck={false}
        autoCapitalize="off"
        classNames={{ input: 'body-input' }}
        value={draft.body}
        onChange={(event) => onChange({ ...draft, body: event.currentTarget.value })}
      />
      {isWrong && (
        <Alert color="yellow" p="xs">
          The body is not valid JSON. It can be sent as it is.
        </Alert>
      )}
    </>
  );
}
