// The API, readable: made from the same document that programs read.

import { useEffect, useState } from 'preact/hooks';
import { ask, say } from '../lib/api';
import { Busy, Panel, Problem } from '../ui/parts';

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  oneOf?: Schema[];
  enum?: string[];
}

interface Document {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export default function Reference() {
  const [document, setDocument] = useState<Document | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    ask<Document>('/api/openapi.json').then(setDocument).catch((error) => setProblem(say(error)));
  }, []);
  if (!document) return problem ? <Problem text={problem} /> : <Busy what="Reading the document" />;
  const all = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  return (
    <div class="place reference">
      <h1>API</h1>
      <p>{document.info.description}</p>
      <p>
        For programs: <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI).
      </p>
      {(document.tags ?? []).map((tag) => (
        <Panel key={tag.name} title={tag.description ?? tag.name}>
          {all
            .filter(({ operation }) => operation.tags?.includes(tag.name))
            .map(({ path, method, operation }) => (
              <details key={method + path}>
                <summary>
                  <code>
                    <b>{method.toUpperCase()}</b> {path}
                  </code>{' '}
                  {operation.summary}
                </summary>
                {operation.parameters && operation.parameters.length > 0 && (
                  <ul>
                    {operation.parameters.map((p) => (
                      <li key={p.name}>
                        <code>{p.name}</code>
                        {p.required ? '' : ' (optional)'} {p.description}
                      </li>
                    ))}
                  </ul>
                )}
                <Body title="Send" schema={operation.requestBody?.content?.['application/json']?.schema} document={document} />
                {Object.entries(operation.responses ?? {})
                  .filter(([status]) => status.startsWith('2'))
                  .map(([status, response]) => (
                    <Body key={status} title={`Answer ${status}`} schema={Object.values(response.content ?? {})[0]?.schema} document={document} />
                  ))}
              </details>
            ))}
        </Panel>
      ))}
    </div>
  );
}

function Body({ title, schema, document }: { title: string; schema: Schema | undefined; document: Document }) {
  if (!schema) return null;
  const fields = properties(schema, document);
  return (
    <>
      <h3>
        {title}: <code>{typeName(schema)}</code>
      </h3>
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, field]) => (
            <li key={name}>
              <code>
                {name}: {typeName(field)}
              </code>{' '}
              {field.description}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function lookUp(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return (name && document.components?.schemas?.[name]) || schema;
}

function properties(schema: Schema, document: Document): [string, Schema][] {
  const real = lookUp(schema.items ?? schema, document);
  const parts = [real, ...(real.allOf ?? []).map((part) => lookUp(part, document))];
  return parts.flatMap((part) => Object.entries(part.properties ?? {}));
}

function typeName(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.items) return `${typeName(schema.items)}[]`;
  if (schema.oneOf) return schema.oneOf.map(typeName).join(' | ');
  return Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'object');
}
