import '@mantine/core/styles.css';
import './console.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleApp } from './app.tsx';
import { loadTexts } from './texts/texts.ts';

const element = document.getElementById('console');
if (element === null) throw new Error('the page has no element for the console');
// Not `await`: modules that are loaded later import what this file is bundled with.
void loadTexts().then(() =>
  // Drawn in pieces, between which the browser answers to who scrolls or presses.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <ConsoleApp />
      </StrictMode>,
    ),
  ),
);
