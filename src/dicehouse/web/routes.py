"""List the address of every page, and the function that answers it; api/endpoint_list.py lists those of the API."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route

from .api.endpoint_list import api_routes
from .device_routes import device_routes
from .pages import (
    api_tokens_page,
    calendar_feed,
    club_pages,
    data_downloads,
    guest_transfer_pages,
    health_checks,
    invitation_pages,
    notification_page,
    passkey_pages,
    privacy_pages,
    profile_page,
    tournament_pages,
)


def page_routes() -> list[BaseRoute]:
    return [
        *device_routes(),
        Route("/join", invitation_pages.code_page),
        Route("/join/{token}", invitation_pages.invitation_page, methods=["GET"]),
        Route("/join/{token}", invitation_pages.accept_invitation, methods=["POST"]),
        Route("/join/{token}/opened", invitation_pages.note_opened, methods=["POST"]),
        Route("/sit/{table}", invitation_pages.listed_table_page, methods=["GET"]),
        Route("/sit/{table}", invitation_pages.sit_at_listed_table, methods=["POST"]),
        Route("/join/{token}/qr.svg", invitation_pages.invitation_qr_code),
        Route("/clubs", club_pages.clubs_page, methods=["GET"]),
        Route("/clubs", club_pages.create_club, methods=["POST"]),
        Route("/clubs/join/{token}", club_pages.invitation_page, methods=["GET"]),
        Route("/clubs/join/{token}", club_pages.join_by_link, methods=["POST"]),
        Route("/clubs/{club}", club_pages.club_page),
        Route("/clubs/{club}/join", club_pages.listed_club_page, methods=["GET"]),
        Route("/clubs/{club}/join", club_pages.join_listed, methods=["POST"]),
        Route("/clubs/{club}/evenings/{number}", tournament_pages.tournament_page),
        Route("/clubs/{club}/new/{game}", tournament_pages.new_tournament_page, methods=["GET"]),
        Route("/clubs/{club}/new/{game}", tournament_pages.start_tournament, methods=["POST"]),
        *(
            Route(f"/clubs/{{club}}/{what}", club_pages.club_form_endpoint(what), methods=["POST"])
            for what in club_pages.CLUB_FORM_ACTIONS
        ),
        Route("/dice.csv", data_downloads.dice_csv),
        Route("/dice.parquet", data_downloads.dice_parquet),
        Route("/me/programs", api_tokens_page.api_tokens_page, methods=["GET"]),
        Route("/me/programs", api_tokens_page.create_token, methods=["POST"]),
        Route("/me/programs/{token}/revoke", api_tokens_page.revoke_token, methods=["POST"]),
        *api_routes(),
        Route("/me", profile_page.profile_page, methods=["GET"]),
        Route("/me", profile_page.set_name, methods=["POST"]),
        Route("/me/pass", guest_transfer_pages.make_transfer_link, methods=["POST"]),
        Route("/me/here/{token}", guest_transfer_pages.transfer_page, methods=["GET"]),
        Route("/me/here/{token}", guest_transfer_pages.accept_transfer, methods=["POST"]),
        Route("/me/phrase", guest_transfer_pages.make_recovery_phrase, methods=["POST"]),
        Route("/me/recover", guest_transfer_pages.recovery_page, methods=["GET"]),
        Route("/me/recover", guest_transfer_pages.recover_guest, methods=["POST"]),
        Route("/me/passkeys", passkey_pages.save_passkey, methods=["POST"]),
        Route("/me/passkeys/options", passkey_pages.registration_options_json, methods=["POST"]),
        Route("/me/passkeys/remove", passkey_pages.remove_passkey, methods=["POST"]),
        Route("/me/passkey", passkey_pages.passkey_page, methods=["GET"]),
        Route("/me/passkey", passkey_pages.sign_in_with_passkey, methods=["POST"]),
        Route("/me/passkey/options", passkey_pages.authentication_options_json, methods=["POST"]),
        Route("/me/hear", profile_page.stop_ignoring, methods=["POST"]),
        Route("/me/rated", profile_page.set_ratings_wanted, methods=["POST"]),
        Route("/me/everything.json", privacy_pages.download_everything),
        Route("/me/leave", privacy_pages.delete_page, methods=["GET"]),
        Route("/me/leave", privacy_pages.delete_everything, methods=["POST"]),
        Route("/privacy", privacy_pages.privacy_page),
        Route("/me/turns", notification_page.notification_page, methods=["GET"]),
        Route("/me/turns/hours", notification_page.save_hours, methods=["POST"]),
        Route("/me/turns/calendar", notification_page.renew_calendar_link, methods=["POST"]),
        Route("/me/turns/mail", notification_page.request_mail, methods=["POST"]),
        Route("/me/turns/no-mail", notification_page.stop_mail, methods=["POST"]),
        Route("/me/turns/push", notification_page.subscribe_browser, methods=["POST"]),
        Route("/me/turns/no-push", notification_page.unsubscribe_browser, methods=["POST"]),
        Route("/calendar/{token}.ics", calendar_feed.calendar_feed),
        Route("/mail/off/{token}", notification_page.unsubscribe_page, methods=["GET"]),
        Route("/mail/off/{token}", notification_page.unsubscribe_mail, methods=["POST"]),
        Route("/mail/{token}", notification_page.confirm_mail_page, methods=["GET"]),
        Route("/mail/{token}", notification_page.confirm_mail, methods=["POST"]),
        Route("/sw.js", notification_page.service_worker_script),
        Route("/healthz", health_checks.healthz),
        Route("/readyz", health_checks.readyz),
    ]
