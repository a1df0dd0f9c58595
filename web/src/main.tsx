import { render } from 'preact';
import { App } from './App';
import './style.css';

const host = document.getElementById('app');
if (host) render(<App />, host);

// Once it was loaded, the page opens without the server too: own boards, the example, and a word on how to start it.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => undefined), 2000));
}
