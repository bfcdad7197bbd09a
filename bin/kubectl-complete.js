#!/usr/bin/env node
// kubectl asks a plugin's completion of `kubectl_complete-PLUGIN`, with the words up to the cursor.
import { start } from '../dist/main.js';

process.argv.splice(2, 0, '__complete');
start();
